import { Button, Group, Input, Paper, Text, Textarea, type TextareaProps } from "@mantine/core";
import { type ClipboardEvent, useMemo } from "react";
import { pasteWords } from "../words/paste.ts";

/** Characters that a text field shows. Browsers lay out longer text for seconds. */
const MOST_SHOWN = 100_000;
const FIRST_LINES = 5;
const LONGEST_LINE = 120;

interface Props extends Omit<TextareaProps, "value" | "onChange" | "onPaste"> {
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A text field that takes any amount of pasted text: what is too long to be shown is summarised, and can be removed. */
export function PasteArea({ value, onText, ...field }: Props) {
  if (value.length > MOST_SHOWN) return <Summary label={field.label} text={value} onText={onText} />;
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (value.length + pasted.length <= MOST_SHOWN) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
  };
  return (
    <Textarea
      spellCheck={false}
      {...field}
      value={value}
      onPaste={paste}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return text.endsWith("\n") ? lines - 1 : lines;
}

function Summary({ label, text, onText }: Pick<Props, "label" | "onText"> & { readonly text: string }) {
  const lines = useMemo(() => linesIn(text), [text]);
  const first = text
    .slice(0, FIRST_LINES * 1_000)
    .split(/\r?\n/)
    .slice(0, FIRST_LINES);
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Paper withBorder p="sm" role="status">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>{pasteWords.summary(lines, text.length)}</Text>
          <Button variant="default" size="xs" onClick={() => onText("")}>
            {pasteWords.remove}
          </Button>
        </Group>
        {first.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal; their place is their name
          <Text key={at} size="sm" c="dimmed" className="cut">
            {line.slice(0, LONGEST_LINE)}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {pasteWords.more(lines - first.length)}
        </Text>
      </Paper>
    </Input.Wrapper>
  );
}
