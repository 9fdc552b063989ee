import { useState } from "react";
import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { DateOrder } from "../../../shared/date-order.ts";
import type { Problem } from "../../../shared/problems.ts";
import { importedSentences } from "../../../shared/source-sentences.ts";
import { notifyWithUndo } from "../../frame/notify.tsx";
import type { Intake } from "../../stores/intake.ts";
import { useApp, useIntake, useWinnow } from "../../stores/winnow.tsx";

const NOTIFICATION_KIND = "imported";

/** Imports an opened export and closes it, or imports who is left out and keeps the list. */
export function useImport(
  { key, readOptions }: Pick<Intake, "key" | "readOptions">,
  { listId, name }: Pick<Preflight, "listId" | "name">,
) {
  const { bridge, desk } = useWinnow();
  const discard = useIntake((state) => state.discard);
  const read = useIntake((state) => state.read);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [given, setGiven] = useState<string | undefined>(undefined);
  const [order, setOrder] = useState<DateOrder | undefined>(undefined);

  async function remove(id: string): Promise<void> {
    const removed = await bridge.call("memory.remove", { id });
    if (!removed.ok) desk.getState().notify({ kind: "problem", problem: removed.problem });
  }
  async function take(
    isAgreed: boolean,
    as?: string,
    { isKept = false, dateOrder }: { isKept?: boolean; dateOrder?: DateOrder } = {},
  ): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    setGiven(as);
    // A mapping of results defines its own column.
    const column = as === undefined || isKept ? readOptions.column : undefined;
    const taken = await bridge.call("memory.import", {
      listId,
      name,
      isAgreed,
      as,
      column,
      dateOrder,
    });
    setBusy(false);
    if (!taken.ok) {
      setProblem(taken.problem);
      return false;
    }
    const { id, isNew } = taken.value;
    notifyWithUndo(
      NOTIFICATION_KIND,
      importedSentences(taken.value).join(" "),
      isNew ? () => void remove(id) : null,
    );
    if (!isKept) await discard(key);
    return true;
  }
  async function leaveOut(sources: readonly string[]): Promise<void> {
    for (const source of sources) if (!(await take(true, source, { isKept: true }))) return;
    await read(key, { ...readOptions, optOutsAnswered: true });
  }
  return {
    busy,
    problem,
    /** Hides the problem, since the list is read in another way. */
    dismiss: () => setProblem(null),
    run: () => void take(false),
    leaveOut: (sources: readonly string[]) => void leaveOut(sources),
    runAs: (source: string) => void take(false, source),
    runAnyway: () => void take(true, given, { dateOrder: order }),
    runWithDates: (dateOrder: DateOrder) => {
      setOrder(dateOrder);
      void take(false, given, { dateOrder });
    },
  };
}

/** Returns `overrides` with `one` replacing an earlier override of the same entry. */
export function withOverride(
  overrides: readonly ReferenceOverride[],
  one: ReferenceOverride,
): ReferenceOverride[] {
  return [...without(overrides, one), one];
}

function without(
  overrides: readonly ReferenceOverride[],
  { kind, entry }: Pick<ReferenceOverride, "kind" | "entry">,
): ReferenceOverride[] {
  return overrides.filter((other) => other.kind !== kind || other.entry !== entry);
}

export function useOverrides() {
  const { app } = useWinnow();
  const overrides = useApp((state) => state.settings.referenceOverrides);
  // Read when called, because Undo may run after other changes.
  const change = (edit: typeof withOverride, one: ReferenceOverride) => {
    const { settings, save } = app.getState();
    return save({ referenceOverrides: edit(settings.referenceOverrides, one) });
  };
  return {
    overrides,
    say: (one: ReferenceOverride) => change(withOverride, one),
    forget: (one: ReferenceOverride) => change(without, one),
  };
}
