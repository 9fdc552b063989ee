import { Grid, Group, Kbd, Modal, Table } from "@mantine/core";
import { frameWords, SHORTCUTS, type ShortcutPlace } from "../words/frame.ts";

function Keys({ place }: { place: ShortcutPlace }) {
  return (
    <Table mb="lg" captionSide="top" verticalSpacing={5} horizontalSpacing={0} fz="sm">
      <Table.Caption ta="left" m={0} fw={600} c="var(--w-text)">
        {frameWords.shortcutPlaces[place]}
      </Table.Caption>
      <Table.Tbody>
        {SHORTCUTS.filter(({ where }) => where === place).map(({ keys, does }) => (
          <Table.Tr key={does}>
            <Table.Th scope="row" fw={400}>
              {does}
            </Table.Th>
            <Table.Td>
              <Group gap={4} justify="flex-end">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export default function ShortcutsDialog(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={frameWords.shortcuts} size={840}>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Keys place="everywhere" />
          <Keys place="headers" />
          <Keys place="filters" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Keys place="table" />
        </Grid.Col>
      </Grid>
    </Modal>
  );
}
