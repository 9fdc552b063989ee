import { useCallback } from "react";
import { MOST_PASTED } from "../../../shared/bridge/checks.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useCall } from "../../stores/reading.ts";
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
  const isReadable = text.trim() !== "" && text.length <= MOST_PASTED;
  const { value, last, problem } = useCall("checks.read", isReadable ? { text } : null);
  const read = useCallback(async () => {
    if (!isReadable) return NOTHING;
    if (value) return value;
    const now = await bridge.call("checks.read", { text });
    return now.ok ? now.value : NOTHING;
  }, [bridge, text, isReadable, value]);
  return {
    shown: isReadable ? (last ?? NOTHING) : NOTHING,
    isCurrent: !isReadable || value !== null || problem !== null,
    problem,
    read,
  };
}
