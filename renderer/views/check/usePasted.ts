import { useCallback, useEffect, useState } from "react";
import { MOST_PASTED } from "../../../shared/bridge/checks.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import { useWinnow } from "../../stores/winnow.tsx";

export type Pasted = CallOutput<"checks.read">;

const NOTHING: Pasted = { addresses: [], broken: [], words: 0, rest: "" };

/**
 * What a text holds to be checked. `shown`: what was last read, so that nothing blinks while somebody types; `isCurrent`:
 * that is of the text as it stands; `read`: what the text holds now.
 */
export function usePasted(text: string): {
  readonly shown: Pasted;
  readonly isCurrent: boolean;
  readonly problem: Problem | null;
  read(): Promise<Pasted>;
} {
  const { bridge } = useWinnow();
  const [last, setLast] = useState<{ text: string; answer: Result<Pasted> } | null>(null);
  const isReadable = text.trim() !== "" && text.length <= MOST_PASTED;
  useEffect(() => {
    if (!isReadable) return;
    let isWanted = true;
    void bridge.call("checks.read", { text }).then((answer) => {
      if (isWanted) setLast({ text, answer });
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, text, isReadable]);
  const answer = isReadable ? last?.answer : undefined;
  const read = useCallback(async () => {
    if (!isReadable) return NOTHING;
    const now = last?.text === text ? last.answer : await bridge.call("checks.read", { text });
    return now.ok ? now.value : NOTHING;
  }, [bridge, text, isReadable, last]);
  return {
    shown: answer?.ok ? answer.value : NOTHING,
    isCurrent: !isReadable || last?.text === text,
    problem: answer?.ok === false ? answer.problem : null,
    read,
  };
}
