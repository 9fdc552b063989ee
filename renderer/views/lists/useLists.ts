import { useCallback, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { ok, type Result } from "../../../shared/result.ts";
import type { Bridge } from "../../bridge.ts";
import { useQuery } from "../../stores/query.ts";
import { useCleanings, useWinnow } from "../../stores/winnow.tsx";

const PAGE = 100;
const PAGE_SIZE = 500;

type Found = CallOutput<"cleanings.list">;

/** Reads the first `limit` matching cleanings, without duplicates, in as many calls as needed. */
export async function readLists(
  bridge: Bridge,
  search: string,
  bin: boolean,
  limit: number,
): Promise<Result<Found>> {
  const found = new Map<string, Cleaning>();
  for (let offset = 0; ; ) {
    const most = Math.min(PAGE_SIZE, limit - offset);
    const answer = await bridge.call("cleanings.list", { search, bin, offset, limit: most });
    if (!answer.ok) return answer;
    const { cleanings, total } = answer.value;
    for (const one of cleanings) found.set(one.id, one);
    offset += cleanings.length;
    if (offset >= limit || offset >= total || cleanings.length === 0)
      return ok({ ...answer.value, cleanings: [...found.values()] });
  }
}

/** Returns matching cleanings, newest first, page by page, updated by events. */
export function useLists(search: string, bin: boolean) {
  const { bridge } = useWinnow();
  const byId = useCleanings((state) => state.byId);
  const gone = useCleanings((state) => state.erasedIds);
  const all = Object.values(byId);
  /** Reload when the number of cleanings changes, here or in the bin. */
  const known = `${all.length} ${all.filter((one) => one.deletedAt !== null).length} ${gone.size}`;
  const [limit, setLimit] = useState(PAGE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `known`
  const ask = useCallback(
    () => readLists(bridge, search.trim(), bin, limit),
    [bridge, search, bin, limit, known],
  );
  const { last, problem, isAsking, reload } = useQuery(`${bin} ${search}`, ask);
  const cleanings = (last?.cleanings ?? [])
    .filter((one) => !gone.has(one.id))
    .map((one) => byId[one.id] ?? one)
    .filter((one) => (one.deletedAt !== null) === bin);
  return {
    cleanings,
    total: last?.total ?? 0,
    loaded: !isAsking,
    problem,
    more: () => setLimit((n) => n + PAGE),
    reload,
  };
}
