import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import { useApp } from "../../stores/winnow.tsx";

/** Returns `overrides` with `one` replacing an earlier override of the same entry. */
export function withOverride(
  overrides: readonly ReferenceOverride[],
  one: ReferenceOverride,
): ReferenceOverride[] {
  return [...without(overrides, one), one];
}

export function without(
  overrides: readonly ReferenceOverride[],
  { kind, entry }: Pick<ReferenceOverride, "kind" | "entry">,
): ReferenceOverride[] {
  return overrides.filter((other) => other.kind !== kind || other.entry !== entry);
}

export function useOverrides() {
  const overrides = useApp((state) => state.settings.referenceOverrides);
  const save = useApp((state) => state.save);
  return {
    overrides,
    say: (one: ReferenceOverride) => save({ referenceOverrides: withOverride(overrides, one) }),
    forget: (one: ReferenceOverride) => save({ referenceOverrides: without(overrides, one) }),
  };
}
