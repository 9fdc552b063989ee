import { useCallback, useEffect, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useCleanings, useWinnow } from "../../stores/winnow.tsx";

const PAGE = 100;

export interface Lists {
  readonly cleanings: readonly Cleaning[];
  readonly total: number;
  readonly loaded: boolean;
  readonly problem: Problem | null;
  more(): void;
  reload(): void;
}

/** The cleanings that match, newest first, page by page; what has changed since is shown as it is now. */
export function useLists(search: string, bin: boolean): Lists {
  const { bridge } = useWinnow();
  const byId = useCleanings((state) => state.byId);
  const known = Object.keys(byId).length;
  const [found, setFound] = useState<readonly Cleaning[]>([]);
  const [total, setTotal] = useState(0);
  const [limit, setLimit] = useState(PAGE);
  const [loaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cleaning, or a turn, is the wish to read again
  useEffect(() => {
    let current = true;
    setLoaded(false);
    void bridge
      .call("cleanings.list", { search: search.trim(), bin, offset: 0, limit: Math.min(500, limit) })
      .then((listed) => {
        if (!current) return;
        setLoaded(true);
        setProblem(listed.ok ? null : listed.problem);
        if (!listed.ok) return;
        setFound(listed.value.cleanings);
        setTotal(listed.value.total);
      });
    return () => {
      current = false;
    };
  }, [bridge, search, bin, limit, turn, known]);

  const reload = useCallback(() => setTurn((n) => n + 1), []);
  const cleanings = found.map((one) => byId[one.id] ?? one).filter((one) => (one.deletedAt !== null) === bin);
  return { cleanings, total, loaded, problem, more: () => setLimit((n) => n + PAGE), reload };
}
