import { Kbd, Modal } from "@mantine/core";
import { frameWords } from "../words/frame.ts";
import { SHORTCUTS, type ShortcutPlace } from "../words/shortcuts.ts";
import css from "./ShortcutsDialog.module.css";

const PLACES: readonly ShortcutPlace[] = ["everywhere", "table", "headers", "filters"];

/** Every key that does something, and what, by where it does it. */
export default function ShortcutsDialog(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={frameWords.shortcuts} size={760}>
      <div className={css.places}>
        {PLACES.map((place) => (
          <table key={place} className={css.keys} data-place={place}>
            <caption>{frameWords.shortcutPlaces[place]}</caption>
            <tbody>
              {SHORTCUTS.filter(({ where }) => where === place).map(({ keys, does }) => (
                <tr key={does}>
                  <th scope="row">{does}</th>
                  <td>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Modal>
  );
}
