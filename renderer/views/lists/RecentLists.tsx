import { Anchor, Group, Title } from "@mantine/core";
import { useShallow } from "zustand/react/shallow";
import { newestCleanings } from "../../stores/cleanings.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";
import { ListRow, ListsHead } from "./ListRow.tsx";

const MAX_RECENT = 5;

/** The newest lists, apart from those with a card on the Clean screen. */
export default function RecentLists() {
  const recent = useCleanings(
    useShallow(({ byId, watched }) =>
      newestCleanings(byId)
        .filter(({ id }) => !watched.includes(id))
        .slice(0, MAX_RECENT),
    ),
  );
  if (recent.length === 0) return null;
  return (
    <section aria-label={listsWords.recent}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {listsWords.recent}
        </Title>
        <Anchor href="#/lists" size="sm">
          {listsWords.all}
        </Anchor>
      </Group>
      <div className="card">
        <ListsHead />
        <ul className="plain-list" aria-label={listsWords.recent}>
          {recent.map((cleaning) => (
            <ListRow key={cleaning.id} cleaning={cleaning} />
          ))}
        </ul>
      </div>
    </section>
  );
}
