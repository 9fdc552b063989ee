import { useCallback, useEffect, useState } from "react";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import type { Changed } from "./app.ts";
import { useAskAgain } from "./ask-again.ts";

export interface Reading<T> {
  /** What was answered last: it stays while it is asked again. */
  readonly value: T | null;
  readonly problem: Problem | null;
  reload(): void;
}

/**
 * What `ask` answers about the cleaning or list `of`, now and whenever one of the things has changed that it depends `on`;
 * null: it is not time to ask.
 */
export function useReading<T>(
  of: string,
  ask: (() => Promise<Result<T>>) | null,
  on: readonly Changed[],
): Reading<T> {
  const [read, setRead] = useState<{ of: string; value: T | null; problem: Problem | null } | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to read again
  useEffect(() => {
    if (ask === null) return;
    let current = true;
    void ask().then((answer) => {
      if (!current) return;
      setRead((before) => ({
        of,
        value: answer.ok ? answer.value : before?.of === of ? before.value : null,
        problem: answer.ok ? null : answer.problem,
      }));
    });
    return () => {
      current = false;
    };
  }, [ask, of, turn]);
  const own = read?.of === of ? read : null;
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useAskAgain(own?.problem ?? null, reload, on);
  return { value: own?.value ?? null, problem: own?.problem ?? null, reload };
}
