import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { CallOutput } from "../../shared/bridge.ts";
import { useWinnow } from "../stores/winnow.tsx";

/** As many as can be looked over at once; the Lists screen has the others. */
const MOST = 5;

/** Shorter than this it would be in nearly every address. */
const SHORTEST = 3;

type Found = CallOutput<"results.history">["addresses"];

const NONE: Found = [];

/** The addresses ever verified that hold `typed`. What was found last stays while it is asked again. */
export function useAddressesNamed(typed: string): { readonly found: Found; readonly isLooking: boolean } {
  const { bridge } = useWinnow();
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, 150);
  const [answer, setAnswer] = useState<{ readonly to: string; readonly found: Found }>({
    to: "",
    found: NONE,
  });
  useEffect(() => {
    if (settled.length < SHORTEST) return;
    let current = true;
    // What cannot be looked up here can be on the Lists screen, which says why.
    void bridge.call("results.history", { search: settled.slice(0, 400), limit: MOST }).then((answered) => {
      if (current) setAnswer({ to: settled, found: answered.ok ? answered.value.addresses : NONE });
    });
    return () => {
      current = false;
    };
  }, [bridge, settled]);
  if (wanted.length < SHORTEST) return { found: NONE, isLooking: false };
  return { found: answer.found, isLooking: answer.to !== wanted };
}
