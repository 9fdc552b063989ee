import { useCallback, useEffect, useState } from "react";
import { foldAddress } from "../../../shared/addresses.ts";
import { MOST_FOUND } from "../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { useWinnow } from "../../stores/winnow.tsx";

type Known = CallOutput<"results.history">["addresses"][number];

/** What is known of single addresses, asked for by each; `turn`: in another one all of them are asked for anew. */
export function useOwnVerdicts(turn: string): {
  own: ReadonlyMap<string, Known>;
  /** Asks for what is known of the address; answers the way not to wait for it any more. */
  askFor: (address: string) => () => void;
} {
  const { bridge } = useWinnow();
  const [own, setOwn] = useState<ReadonlyMap<string, Known>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is the wish to ask again
  useEffect(() => setOwn(new Map()), [turn]);
  const askFor = useCallback(
    (address: string) => {
      let isWanted = true;
      void bridge.call("results.history", { search: address, limit: MOST_FOUND }).then((answered) => {
        if (!isWanted || !answered.ok) return;
        const folded = foldAddress(address);
        const one = answered.value.addresses.find((other) => foldAddress(other.address) === folded);
        setOwn(
          (before) => new Map([...before, [address, one ?? { address, suppressed: false, entries: [] }]]),
        );
      });
      return () => {
        isWanted = false;
      };
    },
    [bridge],
  );
  return { own, askFor };
}
