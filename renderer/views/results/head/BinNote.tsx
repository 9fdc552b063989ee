import { Alert, Button, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { BIN_DAYS, type Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { useBin } from "../../../components/cleaning/useBin.tsx";
import { daysLeft } from "../../../format/times.ts";
import { listsWords } from "../../../words/lists.ts";

const DAY = 86_400_000;

/** Says of a list in the bin that it is there and until when, with the way to have it back; of others nothing. */
export function BinNote({ cleaning }: { cleaning: Cleaning }) {
  const { restore } = useBin(cleaning);
  const { deletedAt } = cleaning;
  if (deletedAt === null) return null;
  return (
    <Alert icon={<IconTrash size={20} aria-hidden="true" />} mb="md" role="status">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{listsWords.inBinUntil(daysLeft(deletedAt + BIN_DAYS * DAY, Date.now()) ?? 0)}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void restore()}>
          {listsWords.restore}
        </Button>
      </Group>
    </Alert>
  );
}
