import { NumberInput, type NumberInputProps, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { numberWords } from "../words/numbers.ts";

/** Milliseconds after the last key after which the number is taken. */
const SETTLED_MS = 350;

interface Props
  extends Pick<NumberInputProps, "label" | "description" | "placeholder" | "size" | "w" | "maw" | "min"> {
  /** What the number counts, said with the label. */
  unit?: string;
  value: number | null;
  /** What is more is taken as this much. */
  max: number;
  /** Whether it may be left empty, which is null then. */
  mayBeEmpty?: boolean;
  onTake: (value: number | null) => void;
}

export function WholeNumberField({ unit, value, mayBeEmpty = false, onTake, label, ...rest }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? "");
  // Chosen elsewhere, it is shown here.
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
      // A point parts thousands where a comma parts decimals: neither is a decimal here.
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
