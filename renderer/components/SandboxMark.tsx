import { Badge, Tooltip } from "@mantine/core";
import { frameWords } from "../words/frame.ts";

/** Marks everything that comes from the sandbox. */
export function SandboxMark() {
  return (
    <Tooltip label={frameWords.sandboxHelp} multiline w={260}>
      <Badge variant="outline" color="gray" radius="sm" size="sm" tt="none" fw={600}>
        {frameWords.sandbox}
      </Badge>
    </Tooltip>
  );
}
