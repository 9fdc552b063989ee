import { Text, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { wholeNumberIn } from "../../shared/whole-number.ts";
import { count } from "../format/numbers.ts";
import { numberWords } from "../words/numbers.ts";

interface Props extends Pick<TextInputProps, "label" | "description" | "placeholder" | "size" | "w" | "maw"> {
  /** What the number counts, said with the label. */
  unit?: string;
  /** Null: the field is empty. */
  value: number | null;
  min: number;
  /** What is more is taken as this much. */
  max: number;
  /** Whether it may be left empty, which is null then. */
  mayBeEmpty?: boolean;
  /** Milliseconds after the last key after which it is taken; absent: when the field is left, or Enter pressed. */
  takenAfter?: number;
  onTake: (value: number | null) => void;
  /** Whether what stands there now is no number that could be taken: nothing was, then. */
  onUnclear?: (isUnclear: boolean) => void;
}

/**
 * A whole number, typed or pasted with thousands parted in whichever way, and shown as every other number is. What may be
 * meant in two ways is asked about, not guessed.
 */
export function WholeNumberField(props: Props) {
  const { unit, value, min, max, mayBeEmpty = false, takenAfter, onTake, onUnclear, label, ...rest } = props;
  const [text, setText] = useState(written(value));
  const [unclear, setUnclear] = useState(false);
  const readingOf = (typed: string): number | null | undefined => {
    if (typed.trim() === "") return mayBeEmpty ? null : undefined;
    const read = wholeNumberIn(typed);
    return read === null || read < min ? undefined : Math.min(read, max);
  };
  const say = (isUnclear: boolean) => {
    setUnclear(isUnclear);
    onUnclear?.(isUnclear);
  };
  // Chosen elsewhere, it is shown here; what is being typed stays as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is no reason
  useEffect(() => {
    if (readingOf(text) === value) return;
    setText(written(value));
    say(false);
  }, [value]);
  const take = (typed: string) => {
    const read = readingOf(typed);
    say(read === undefined);
    if (read !== undefined && read !== value) onTake(read);
  };
  const takeSoon = useDebouncedCallback(take, takenAfter ?? 0);
  const settle = () => {
    takeSoon.cancel();
    take(text);
    const read = readingOf(text);
    if (read !== undefined) setText(written(read));
  };
  return (
    <TextInput
      {...rest}
      label={unit === undefined ? label : numberWords.labelled(String(label), unit)}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      errorProps={{ role: "alert", style: { color: "var(--w-undeliverable-text)" } }}
      error={unclear && (min > 0 ? numberWords.unclearFrom(min) : numberWords.unclear)}
      rightSection={
        unit !== undefined && (
          <Text size="sm" c="dimmed" aria-hidden="true">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={unit === undefined ? undefined : 64}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        if (takenAfter !== undefined) takeSoon(typed);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
    />
  );
}

function written(value: number | null): string {
  return value === null ? "" : count(value);
}
