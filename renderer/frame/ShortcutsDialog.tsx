import { Kbd, Modal, Table } from "@mantine/core";
import { frameWords } from "../words/frame.ts";
import { SHORTCUTS } from "../words/shortcuts.ts";

/** Every key that does something, and what. */
export default function ShortcutsDialog(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={frameWords.shortcuts}>
      <Table verticalSpacing={6} aria-label={frameWords.shortcuts}>
        <Table.Tbody>
          {SHORTCUTS.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" fw={400}>
                {does}
              </Table.Th>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4} style={{ whiteSpace: "nowrap" }}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
