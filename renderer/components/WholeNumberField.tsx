import { Group, Text, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { wholeNumberIn } from "../../shared/numbers.ts";
import { numberWords } from "../words/common.ts";
import { TextField } from "./fields.tsx";

/** Debounce in milliseconds. */
const SETTLED_MS = 350;

interface Props extends Pick<TextInputProps, "label" | "placeholder" | "size" | "maw"> {
  /** Unit of the number, part of the accessible label. */
  unit?: string;
  description?: string;
  /** The number in force. */
  value: number | null;
  min: number;
  max: number;
  /** Allows an empty field, reported as `null`. */
  mayBeEmpty?: boolean;
  /** The last change of the field was saved. */
  isSaved?: boolean;
  onTake: (value: number | null) => void;
}

/** Field for a whole number. Anything else is refused with a message, and the number in force stays in force. */
export function WholeNumberField(props: Props) {
  const { unit, value, min, max, mayBeEmpty = false, label, description, maw, ...rest } = props;
  const { isSaved = false, onTake, ...input } = rest;
  const inForce = value === null ? "" : String(value);
  const [typed, setTyped] = useState(inForce);
  const [isRefused, setRefused] = useState(false);
  // Show changes made elsewhere.
  useEffect(() => setTyped(inForce), [inForce]);
  const take = (text: string) => {
    const isEmpty = text.trim() === "";
    const read = wholeNumberIn(text);
    const isTaken = read === null ? isEmpty && mayBeEmpty : read >= min && read <= max;
    setRefused(!isTaken && !isEmpty);
    if (isTaken && read !== value) onTake(read);
  };
  const takeSoon = useDebouncedCallback(take, { delay: SETTLED_MS, flushOnUnmount: true });
  return (
    <Group gap="sm" align="end">
      <TextField
        {...input}
        flex={1}
        maw={maw}
        label={unit === undefined ? label : numberWords.labelled(String(label), unit)}
        description={[description, numberWords.range(min, max)].filter(Boolean).join(" ")}
        error={isRefused && numberWords.refused(min, max, value)}
        errorProps={{ role: "alert" }}
        autoComplete="off"
        inputMode="numeric"
        maxLength={20}
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
        onText={(text) => {
          setTyped(text);
          setRefused(false);
          takeSoon(text);
        }}
        onBlur={() => {
          takeSoon.flush();
          if (typed.trim() === "" && !mayBeEmpty) setTyped(inForce);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") takeSoon.flush();
        }}
      />
      <Text size="sm" c="dimmed" lh="var(--w-control)" role="status">
        {isSaved && !isRefused && numberWords.saved}
      </Text>
    </Group>
  );
}
