import { NumberInput, type NumberInputProps, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { numberWords } from "../words/common.ts";

/** Debounce in milliseconds. */
const SETTLED_MS = 350;

interface Props
  extends Pick<NumberInputProps, "label" | "description" | "placeholder" | "size" | "w" | "maw" | "min"> {
  /** Unit of the number, part of the accessible label. */
  unit?: string;
  value: number | null;
  /** Larger numbers are clamped to this. */
  max: number;
  /** Allows an empty field, reported as `null`. */
  mayBeEmpty?: boolean;
  onTake: (value: number | null) => void;
}

export function WholeNumberField({ unit, value, mayBeEmpty = false, onTake, label, ...rest }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? "");
  // Show changes made elsewhere.
  useEffect(() => setTyped(value ?? ""), [value]);
  const take = (next: number | string) => {
    const read = typeof next === "number" ? Math.min(next, rest.max) : null;
    if (read !== value && (read === null ? mayBeEmpty : read >= (rest.min ?? 0))) onTake(read);
  };
  const takeSoon = useDebouncedCallback(take, { delay: SETTLED_MS, flushOnUnmount: true });
  return (
    <NumberInput
      {...rest}
      label={unit === undefined ? label : numberWords.labelled(String(label), unit)}
      autoComplete="off"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      // Both comma and point can be thousands separators; neither may be read as a decimal separator.
      decimalSeparator="٫"
      allowedDecimalSeparators={["٫"]}
      hideControls
      value={typed}
      rightSection={
        unit !== undefined && (
          <Text size="sm" c="dimmed" aria-hidden="true">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={unit === undefined ? undefined : 64}
      rightSectionPointerEvents="none"
      onChange={(next) => {
        setTyped(next);
        takeSoon(next);
      }}
      onBlur={() => takeSoon.flush()}
      onKeyDown={(event) => {
        if (event.key === "Enter") takeSoon.flush();
      }}
    />
  );
}
