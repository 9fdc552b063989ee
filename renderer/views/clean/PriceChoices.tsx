import { Button, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import type { CleaningOptions } from "../../../shared/bridge/cleanings.ts";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { priceWords } from "../../words/clean.ts";

const focusField = (place: HTMLElement | null) => place?.querySelector("input")?.focus();

/** What changes the price: a choice that would change nothing is not shown. */
export function PriceChoices(props: {
  options: CleaningOptions;
  /** Addresses whose verdict is known here. */
  known: number;
  unique: number;
  /** Addresses of the list that are on a suppression list. */
  suppressed: number;
  /** Those at domains that cannot receive mail. */
  atDeadDomains: number;
  onChange: (patch: Partial<CleaningOptions>) => void;
}) {
  const { options, unique, onChange } = props;
  const [limiting, setLimiting] = useState<"no" | "shown" | "asked">("no");
  // It stays while it is emptied.
  if (options.limit !== null && limiting === "no") setLimiting("shown");
  return (
    <Stack gap="xs">
      {(props.known > 0 || !options.reuseKnown) && (
        <Switch
          size="sm"
          label={priceWords.takeKnown}
          checked={options.reuseKnown}
          onChange={(event) => onChange({ reuseKnown: event.currentTarget.checked })}
        />
      )}
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
      {limiting !== "no" ? (
        <div ref={limiting === "asked" ? focusField : undefined}>
          <WholeNumberField
            size="xs"
            label={priceWords.limitLabel}
            placeholder={priceWords.limitNone}
            mayBeEmpty
            min={1}
            max={Math.max(1, unique)}
            value={options.limit}
            onTake={(limit) => onChange({ limit })}
          />
        </div>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          style={{ alignSelf: "start" }}
          onClick={() => setLimiting("asked")}
        >
          {priceWords.limit}
        </Button>
      )}
    </Stack>
  );
}
