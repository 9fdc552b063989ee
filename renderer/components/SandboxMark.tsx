import { Tooltip } from "@mantine/core";
import { frameWords } from "../words/frame.ts";

export function SandboxMark() {
  return (
    <Tooltip label={frameWords.sandboxHelp} w={260}>
      <span className="sandbox">{frameWords.sandbox}</span>
    </Tooltip>
  );
}
