import { IconPlugConnectedX } from "@tabler/icons-react";
import { clock } from "../format/times.ts";
import { useApp } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import css from "./GoneLine.module.css";

/** Says on every screen that the page's Winnow has ended, until it is back. */
export default function GoneLine() {
  const since = useApp((state) => state.goneSince);
  const words = since === null ? null : frameWords.gone(clock(since, Date.now()));
  return (
    <div role="status" className={css.place}>
      {words && (
        <div className={css.line}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <span>
            <strong>{words.title}</strong> {words.detail}
          </span>
        </div>
      )}
    </div>
  );
}
