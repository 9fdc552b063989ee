import { Button, Stack, Title } from "@mantine/core";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import { CardBoundary } from "../../faults/CardBoundary.tsx";
import { isUnfinished } from "../../stores/cleanings.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { progressWords } from "../../words/clean.ts";
import { faultWords } from "../../words/faults.ts";
import { ProgressCard } from "./ProgressCard.tsx";
import { useGradually } from "./useGradually.ts";

/** The card of one cleaning: drawn again for what happens to that one. */
const Place = memo(function Place(props: { id: string }) {
  const cleaning = useCleanings((state) => state.byId[props.id]);
  const dismiss = useCleanings((state) => state.dismiss);
  if (cleaning === undefined) return null;
  return (
    <CardBoundary
      name={cleaning.name}
      listId={cleaning.listId}
      detail={faultWords.cleaningDetail}
      action={faultWords.cleaningAction}
      buttons={
        !isUnfinished(cleaning) && (
          <Button size="xs" variant="default" onClick={() => dismiss(cleaning.id)}>
            {faultWords.hide}
          </Button>
        )
      }
    >
      <ProgressCard cleaning={cleaning} />
    </CardBoundary>
  );
});

/** The cleanings that are watched. */
export function ProgressCards() {
  const ids = useCleanings(
    useShallow(({ watched, byId }) => watched.filter((id) => byId[id]?.deletedAt === null)),
  );
  const open = useCleanings(
    ({ byId }) => ids.filter((id) => byId[id] !== undefined && isUnfinished(byId[id])).length,
  );
  const shown = useGradually(ids);
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
        {shown.map((id) => (
          <Place key={id} id={id} />
        ))}
      </Stack>
    </section>
  );
}
