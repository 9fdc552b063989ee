import { Tooltip } from "@mantine/core";
import { frameWords } from "../words/frame.ts";
import css from "./SandboxMark.module.css";

/** Marks everything that comes from the sandbox. */
export function SandboxMark() {
  return (
    <Tooltip label={frameWords.sandboxHelp} multiline w={260}>
      <span className={css.mark}>{frameWords.sandbox}</span>
    </Tooltip>
  );
}
