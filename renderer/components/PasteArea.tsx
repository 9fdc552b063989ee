import { Group, Input, Paper, Text, Textarea, type TextareaProps } from "@mantine/core";
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { pasteWords } from "../words/common.ts";
import { SmallButton } from "./buttons.tsx";
import { Note } from "./notes.tsx";

/** Characters that a text field shows. Browsers lay out longer text for seconds. */
const MAX_SHOWN = 100_000;
const FIRST_LINES = 5;
const MAX_LINE_LENGTH = 120;

interface Props extends Omit<TextareaProps, "value" | "onChange" | "onPaste"> {
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A text field for any amount of pasted text; text that is too long to show is summarised. */
export function PasteArea({ value, onText, ...field }: Props) {
  const [isRemoved, setRemoved] = useState(false);
  if (value.length > MAX_SHOWN) {
    const remove = () => {
      setRemoved(true);
      onText("");
    };
    return <Summary label={field.label} text={value} onRemove={remove} />;
  }
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (value.length + pasted.length <= MAX_SHOWN) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onText(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
  };
  return (
    <Textarea
      spellCheck={false}
      {...field}
      autoFocus={isRemoved}
      value={value}
      onPaste={paste}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

function timesIn(text: string, character: string): number {
  let times = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) times++;
  return times;
}

interface SummaryProps extends Pick<Props, "label"> {
  readonly text: string;
  readonly onRemove: () => void;
}

function Summary({ label, text, onRemove }: SummaryProps) {
  const lines = useMemo(() => timesIn(text.trimEnd(), "\n") + 1, [text]);
  const addresses = useMemo(() => timesIn(text, "@"), [text]);
  // Take over the focus from the removed text field.
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const first = text
    .slice(0, FIRST_LINES * 1_000)
    .split(/\r?\n/)
    .slice(0, FIRST_LINES);
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Paper
        ref={summary}
        tabIndex={-1}
        withBorder
        p="sm"
        role="group"
        aria-label={pasteWords.pasted(addresses)}
      >
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600}>
            {pasteWords.pasted(addresses)} ({pasteWords.size(lines, text.length)})
          </Text>
          <SmallButton onClick={onRemove}>{pasteWords.remove}</SmallButton>
        </Group>
        {first.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal; their place is their name
          <Note key={at} className="cut">
            {line.slice(0, MAX_LINE_LENGTH)}
          </Note>
        ))}
        {lines > first.length && <Note>{pasteWords.more(lines - first.length)}</Note>}
      </Paper>
    </Input.Wrapper>
  );
}
