import { useState } from "react";
import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import type { Mailing } from "../../../shared/bridge/forecast.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { DateOrder } from "../../../shared/date-order.ts";
import type { Problem } from "../../../shared/problems.ts";
import { importedSentences } from "../../../shared/source-sentences.ts";
import { notifyWithUndo } from "../../frame/notify.tsx";
import type { Intake } from "../../stores/intake.ts";
import { useApp, useIntake, useWinnow } from "../../stores/winnow.tsx";

const NOTIFICATION_KIND = "imported";

/** What is to be imported. `undefined` is the detected source. */
interface ImportRequest {
  readonly sources: readonly (string | undefined)[];
  /** The list stays open, to be cleaned. */
  readonly isKept: boolean;
  readonly dateOrder?: DateOrder;
}

/** Imports an opened export and closes it, or imports who is left out and keeps the list. */
export function useImport(
  { key, readOptions }: Pick<Intake, "key" | "readOptions">,
  { listId, name }: Pick<Preflight, "listId" | "name">,
) {
  const { bridge, desk } = useWinnow();
  const discard = useIntake((state) => state.discard);
  const read = useIntake((state) => state.read);
  const showImported = useIntake((state) => state.showImported);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [request, setRequest] = useState<ImportRequest>({ sources: [undefined], isKept: false });

  async function remove(id: string): Promise<void> {
    const removed = await bridge.call("memory.remove", { id });
    if (!removed.ok) desk.getState().notify({ kind: "problem", problem: removed.problem });
  }
  async function mailings(): Promise<readonly Mailing[]> {
    const found = await bridge.call("forecast.mailings", {});
    return found.ok ? found.value.mailings : [];
  }
  async function importOne(as: string | undefined, { isKept, dateOrder }: ImportRequest, isAgreed: boolean) {
    // A mapping of results defines its own column.
    const column = as === undefined || isKept ? readOptions.column : undefined;
    const before = new Map(isKept ? [] : (await mailings()).map((one) => [one.id, one.bounced]));
    const taken = await bridge.call("memory.import", { listId, name, isAgreed, as, column, dateOrder });
    if (!taken.ok) return taken.problem;
    const { id, isNew } = taken.value;
    if (!isKept) {
      const reported = (await mailings()).filter(
        (one) => one.isReported && before.get(one.id) !== one.bounced,
      );
      showImported({ ...taken.value, mailings: reported });
      return null;
    }
    notifyWithUndo(
      NOTIFICATION_KIND,
      importedSentences(taken.value).join(" "),
      isNew ? () => void remove(id) : null,
    );
    return null;
  }
  /** Imports the sources one by one. After a problem, the request has those that are left. */
  async function take(wanted: ImportRequest, isAgreed: boolean): Promise<void> {
    setBusy(true);
    setProblem(null);
    let failed: Problem | null = null;
    for (const [at, as] of wanted.sources.entries()) {
      failed = await importOne(as, wanted, isAgreed || wanted.isKept);
      setRequest({ ...wanted, sources: wanted.sources.slice(at) });
      if (failed !== null) break;
    }
    setBusy(false);
    setProblem(failed);
    if (failed !== null) return;
    if (wanted.isKept) await read(key, { ...readOptions, optOutsAnswered: true });
    else await discard(key);
  }
  return {
    busy,
    problem,
    /** Hides the problem, since the list is read in another way. */
    dismiss: () => setProblem(null),
    run: () => void take({ sources: [undefined], isKept: false }, false),
    leaveOut: (sources: readonly string[]) => void take({ sources, isKept: true }, true),
    runAs: (source: string) => void take({ sources: [source], isKept: false }, false),
    runAnyway: () => void take(request, true),
    runWithDates: (dateOrder: DateOrder) => void take({ ...request, dateOrder }, false),
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
