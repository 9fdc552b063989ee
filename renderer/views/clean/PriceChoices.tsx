import { Group, NumberInput, Switch } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import type { CleaningOptions } from "../../../shared/bridge/cleanings.ts";
import { GROUP_SEPARATOR } from "../../format/numbers.ts";
import { priceWords } from "../../words/clean.ts";

/** The choices that change the price or what leaves the machine. */
export function PriceChoices(props: {
  options: CleaningOptions;
  unique: number;
  /** Addresses of the list that are on a suppression list. */
  suppressed: number;
  onChange: (patch: Partial<CleaningOptions>) => void;
}) {
  const { options, unique, onChange } = props;
  const setLimit = useDebouncedCallback((value: string | number) => {
    const limit = typeof value === "number" && value >= 1 ? Math.floor(value) : null;
    onChange({ limit });
  }, 350);
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
      <Switch
        size="sm"
        label={priceWords.onlyAddresses}
        title={priceWords.allColumnsHelp}
        checked={!options.allColumns}
        onChange={(event) => onChange({ allColumns: !event.currentTarget.checked })}
      />
      <NumberInput
        key={options.limit ?? "all"}
        size="xs"
        w={210}
        label={priceWords.limitLabel}
        placeholder={priceWords.limitNone}
        min={1}
        max={Math.max(1, unique)}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator={GROUP_SEPARATOR}
        hideControls
        defaultValue={options.limit ?? ""}
        onChange={setLimit}
      />
    </Group>
  );
}
