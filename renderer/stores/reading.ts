import { useCallback, useEffect, useState } from "react";
import type { Problem } from "../../../../shared/problems.ts";
import type { Result } from "../../../../shared/result.ts";
import { useAskAgain } from "../../../stores/ask-again.ts";

export interface Reading<T> {
  /** What was answered last: it stays while it is asked again. */
  readonly value: T | null;
  readonly problem: Problem | null;
  reload(): void;
}

/** What `ask` answers about the cleaning, now and whenever it may have changed; null: it is not time to ask. */
export function useReading<T>(cleaningId: string, ask: (() => Promise<Result<T>>) | null): Reading<T> {
  const [read, setRead] = useState<{ of: string; value: T | null; problem: Problem | null } | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to read again
  useEffect(() => {
    if (ask === null) return;
    let current = true;
    void ask().then((answer) => {
      if (!current) return;
      setRead((before) => ({
        of: cleaningId,
        value: answer.ok ? answer.value : before?.of === cleaningId ? before.value : null,
        problem: answer.ok ? null : answer.problem,
      }));
    });
    return () => {
      current = false;
    };
  }, [ask, cleaningId, turn]);
  const own = read?.of === cleaningId ? read : null;
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useAskAgain(own?.problem ?? null, reload, [`results ${cleaningId}`, "suppression"]);
  return { value: own?.value ?? null, problem: own?.problem ?? null, reload };
}
