import { Group, Select, Switch } from "@mantine/core";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { DELIMITER_WORDS } from "../../../words/clean.ts";
import { exportWords } from "../../../words/results.ts";
import { type ExportChoices, mayHoldDropped, mayHoldEmpty, mayHoldSuppressed } from "./export-choices.ts";
import { DELIMITERS } from "./export-format.ts";
import type { Intent } from "./presets.ts";

/** What is added, guarded and left out; each is there only where it makes a difference. */
export function ExportSwitches(props: {
  choices: ExportChoices;
  intent: Intent;
  account: CallOutput<"exports.count"> | null;
  onChange: (choices: Partial<ExportChoices>) => void;
}) {
  const { choices, intent, account, onChange } = props;
  const { format, leaveOutSuppressed, leaveOutDropped } = choices;
  const keepEmpty = choices.keepEmpty ?? intent.filter.keepEmpty === true;
  return (
    <Group gap="lg" align="end">
      <Switch
        label={exportWords.withVerdicts}
        checked={choices.withVerdicts}
        onChange={(event) => onChange({ withVerdicts: event.currentTarget.checked })}
      />
      {format !== "exact" && (
        <Switch
          label={exportWords.guard}
          title={exportWords.guardHelp}
          checked={choices.guard}
          onChange={(event) => onChange({ guard: event.currentTarget.checked })}
        />
      )}
      {(leaveOutSuppressed !== null || (account !== null && mayHoldSuppressed(account))) && (
        <Switch
          label={exportWords.leaveOutSuppressed}
          checked={leaveOutSuppressed ?? account?.leavesOutSuppressed ?? true}
          onChange={(event) => onChange({ leaveOutSuppressed: event.currentTarget.checked })}
        />
      )}
      {account !== null && mayHoldDropped(intent, account) && (
        <Switch
          label={exportWords.leaveOutDropped}
          checked={leaveOutDropped ?? intent.filter.leaveOutMarked === "drop"}
          onChange={(event) => onChange({ leaveOutDropped: event.currentTarget.checked })}
        />
      )}
      {account !== null && mayHoldEmpty(intent, account, keepEmpty) && (
        <Switch
          label={exportWords.keepEmpty}
          checked={keepEmpty}
          onChange={(event) => onChange({ keepEmpty: event.currentTarget.checked })}
        />
      )}
      {format === "excel" && (
        <Select
          size="xs"
          w={130}
          label={exportWords.delimiter}
          data={DELIMITERS.map((value) => ({ value, label: DELIMITER_WORDS[value] ?? value }))}
          value={choices.delimiter}
          onChange={(value) => onChange({ delimiter: DELIMITERS.find((one) => one === value) ?? "," })}
          allowDeselect={false}
        />
      )}
    </Group>
  );
}
