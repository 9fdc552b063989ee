import { Group, NumberInput, Switch } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { CleaningOptions } from "../../../shared/bridge/cleanings.ts";
import { GROUP_SEPARATOR } from "../../format/numbers.ts";
import { priceWords } from "../../words/clean.ts";

function limitOf(typed: string | number): number | null {
  return typeof typed === "number" && typed >= 1 ? Math.floor(typed) : null;
}

/** How many are verified at most; taken a moment after the last digit, and at once when the field is left. */
function LimitField(props: {
  limit: number | null;
  unique: number;
  onChange: (limit: number | null) => void;
}) {
  const { limit } = props;
  const [typed, setTyped] = useState<string | number>(limit ?? "");
  // Chosen elsewhere, it is shown here; what is being typed stays as it is.
  useEffect(() => setTyped((now) => (limitOf(now) === limit ? now : (limit ?? ""))), [limit]);
  const take = useDebouncedCallback((value: string | number) => {
    if (limitOf(value) !== limit) props.onChange(limitOf(value));
  }, 350);
  return (
    <NumberInput
      size="xs"
      w={210}
      label={priceWords.limitLabel}
      placeholder={priceWords.limitNone}
      min={1}
      max={Math.max(1, props.unique)}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={GROUP_SEPARATOR}
      hideControls
      value={typed}
      onChange={(value) => {
        setTyped(value);
        take(value);
      }}
      onBlur={() => take.flush()}
      onKeyDown={(event) => {
        if (event.key === "Enter") take.flush();
      }}
    />
  );
}

/** The choices that change the price or what leaves the machine. */
export function PriceChoices(props: {
  options: CleaningOptions;
  unique: number;
  /** Addresses of the list that are on a suppression list. */
  suppressed: number;
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
      <Switch
        size="sm"
        label={priceWords.onlyAddresses}
        title={priceWords.allColumnsHelp}
        checked={!options.allColumns}
        onChange={(event) => onChange({ allColumns: !event.currentTarget.checked })}
      />
      <LimitField limit={options.limit} unique={unique} onChange={(limit) => onChange({ limit })} />
    </Group>
  );
}
