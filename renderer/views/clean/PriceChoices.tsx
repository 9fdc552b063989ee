import { Group, Switch } from "@mantine/core";
import type { CleaningOptions } from "../../../shared/bridge/cleanings.ts";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { priceWords } from "../../words/clean.ts";

export function PriceChoices(props: {
  options: CleaningOptions;
  unique: number;
  /** Addresses of the list that are on a suppression list. */
  suppressed: number;
  /** Those at domains that cannot receive mail. */
  atDeadDomains: number;
  onChange: (patch: Partial<CleaningOptions>) => void;
}) {
  const { options, unique, onChange } = props;
  return (
    <Group gap="lg" align="center">
      <Switch
        size="sm"
        label={priceWords.takeKnown}
        checked={options.reuseKnown}
        onChange={(event) => onChange({ reuseKnown: event.currentTarget.checked })}
      />
      {(props.suppressed > 0 || !options.suppress) && (
        <Switch
          size="sm"
          label={priceWords.leaveSuppressed}
          checked={options.suppress}
          onChange={(event) => onChange({ suppress: event.currentTarget.checked })}
        />
      )}
      {(props.atDeadDomains > 0 || options.verifyDeadDomains === true) && (
        <Switch
          size="sm"
          label={priceWords.leaveDeadDomains}
          checked={options.verifyDeadDomains !== true}
          onChange={(event) => onChange({ verifyDeadDomains: !event.currentTarget.checked })}
        />
      )}
      <WholeNumberField
        size="xs"
        w={210}
        label={priceWords.limitLabel}
        placeholder={priceWords.limitNone}
        mayBeEmpty
        min={1}
        max={Math.max(1, unique)}
        value={options.limit}
        onTake={(limit) => onChange({ limit })}
      />
    </Group>
  );
}
