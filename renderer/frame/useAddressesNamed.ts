import { useDebouncedValue } from "@mantine/hooks";
import type { CallOutput } from "../../shared/bridge.ts";
import { useCall } from "../stores/reading.ts";

/** As many as can be looked over at once; the Lists screen has the others. */
const MOST = 5;

/** Shorter than this it would be in nearly every address. */
const SHORTEST = 3;

type Found = CallOutput<"results.history">["addresses"];

/** The addresses ever verified that hold `typed`. What was found last stays while it is asked again. */
export function useAddressesNamed(typed: string): { readonly found: Found; readonly isLooking: boolean } {
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, 150);
  const isAsked = settled.length >= SHORTEST;
  const asked = isAsked ? { search: settled.slice(0, 400), limit: MOST } : null;
  const { last, isAsking } = useCall("results.history", asked);
  if (wanted.length < SHORTEST) return { found: [], isLooking: false };
  return { found: last?.addresses ?? [], isLooking: isAsking || wanted !== settled };
}
