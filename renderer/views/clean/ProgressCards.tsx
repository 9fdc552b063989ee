import { Stack, Title } from "@mantine/core";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { isUnfinished } from "../../stores/cleanings.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { progressWords } from "../../words/clean.ts";
import { ProgressCard } from "./ProgressCard.tsx";

/** Card of one cleaning; rerenders only when that cleaning changes. */
const Place = memo(function Place(props: { id: string }) {
  const cleaning = useCleanings((state) => state.byId[props.id]);
  return cleaning && <ProgressCard cleaning={cleaning} />;
});

export function ProgressCards() {
  const ids = useCleanings(
    useShallow(({ watched, byId }) => watched.filter((id) => byId[id]?.deletedAt === null)),
  );
  const open = useCleanings(
    ({ byId }) => ids.filter((id) => byId[id] !== undefined && isUnfinished(byId[id])).length,
  );
  if (ids.length === 0) return null;
  const heading =
    open === 0
      ? progressWords.titleFinished
      : open === ids.length
        ? progressWords.title
        : progressWords.titleMixed;
  return (
    <section aria-label={heading}>
      <Title order={2} size="h5" mb="xs">
        {heading}
      </Title>
      <Stack gap="sm">
        {ids.map((id) => (
          <Place key={id} id={id} />
        ))}
      </Stack>
    </section>
  );
}
