import { Button, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import type { CleaningOptions } from "../../../shared/bridge/cleanings.ts";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { priceWords } from "../../words/clean.ts";

const focusField = (place: HTMLElement | null) => place?.querySelector("input")?.focus();

/** Options that affect the price; those without effect are hidden. */
export function PriceChoices(props: {
  options: CleaningOptions;
  known: number;
  unique: number;
  suppressed: number;
  atDeadDomains: number;
  onChange: (patch: Partial<CleaningOptions>) => void;
}) {
  const { options, unique, onChange } = props;
  const [limiting, setLimiting] = useState<"no" | "shown" | "asked">("no");
  // Keep the field visible while its value is deleted.
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
