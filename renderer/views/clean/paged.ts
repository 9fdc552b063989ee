import { useCallback, useEffect, useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import { useAskAgain } from "../../stores/ask-again.ts";

export interface Paged<T> {
  items: T[];
  total: number;
  problem: Problem | null;
  loading: boolean;
  more(): void;
  replace(change: (items: T[]) => T[]): void;
}

/**
 * Reads `read(offset)` page by page while `active`; starts over when `read` changes (give it a stable function).
 * A page that arrives after a new start is thrown away.
 */
export function usePaged<T>(
  active: boolean,
  read: (offset: number) => Promise<Result<{ total: number; items: T[] }>>,
): Paged<T> {
  const [items, setItems] = useState<T[]>([]);
  const [total, setTotal] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [offset, setOffset] = useState(0);
  const [loading, setLoading] = useState(false);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to read a page again that did not come
  useEffect(() => {
    if (!active) return;
    let current = true;
    setLoading(true);
    void read(offset).then((page) => {
      if (!current) return;
      setLoading(false);
      if (!page.ok) return setProblem(page.problem);
      setProblem(null);
      setTotal(page.value.total);
      setItems((before) => [...before.slice(0, offset), ...page.value.items]);
    });
    return () => {
      current = false;
    };
  }, [active, read, offset, turn]);

  const more = useCallback(() => {
    setOffset(items.length);
    setTurn((n) => n + 1);
  }, [items.length]);
  useAskAgain(problem, more);
  return { items, total, problem, loading, more, replace: (change) => setItems(change) };
}
