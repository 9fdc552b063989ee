import { Text } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import { MAX_SUPPRESSION_NAME_LENGTH } from "../../shared/suppression-formats.ts";
import { notifyWithUndo } from "../frame/notify.tsx";
import type { InvalidationKey } from "../stores/app.ts";
import { useQuery } from "../stores/query.ts";
import { useDraft, useWinnow } from "../stores/winnow.tsx";
import { commonWords } from "../words/common.ts";
import { suppressWords } from "../words/settings.ts";
import { FormDialog } from "./FormDialog.tsx";
import { TextField } from "./fields.tsx";
import { Note, ProblemNote } from "./notes.tsx";

export interface CountedPeople {
  readonly fresh: number;
  readonly already: number;
  readonly without: number;
}

/** A request to add addresses to a new suppression list. */
export interface SuppressRequest {
  /** Key under which the typed list name is kept as a draft. */
  readonly key: string;
  readonly name: string;
  /** Must be a stable function for the same selection. */
  readonly count: () => Promise<Result<CountedPeople>>;
  readonly changes: readonly InvalidationKey[];
  /** Adds the addresses; fails if their number differs from `shown`. */
  add(name: string, shown: number): Promise<Result<{ id: string; name: string; addresses: number }>>;
}

const NOTIFICATION_KIND = "suppressed";

export function SuppressDialog(props: { request: SuppressRequest; onClose: () => void }) {
  const { request, onClose } = props;
  const { bridge, desk } = useWinnow();
  const [name, setName] = useDraft(`suppression name ${request.key}`, request.name);
  const [isAdding, setAdding] = useState(false);
  // Don't recount while adding: added addresses would count as present.
  const ask = isAdding ? null : request.count;
  const { value: counted, problem, reload } = useQuery(request.key, ask, request.changes);

  const removeImport = async (id: string) => {
    const removed = await bridge.call("memory.remove", { id });
    if (!removed.ok) desk.getState().notify({ kind: "problem", problem: removed.problem });
  };
  const add = async (): Promise<Problem | null> => {
    if (counted === null) return null;
    setAdding(true);
    const added = await request.add(name.trim(), counted.fresh);
    setAdding(false);
    if (!added.ok) return added.problem;
    const { id, addresses } = added.value;
    setName(null);
    notifyWithUndo(
      NOTIFICATION_KIND,
      suppressWords.added(addresses, added.value.name),
      () => void removeImport(id),
    );
    return null;
  };
  const isNobody = counted?.fresh === 0;
  const said =
    counted === null
      ? suppressWords.counting
      : counted.fresh > 0
        ? suppressWords.count(counted.fresh, counted.already)
        : counted.already > 0
          ? suppressWords.allThere(counted.already)
          : suppressWords.noAddresses;
  return (
    <FormDialog
      title={suppressWords.title}
      act={isNobody ? null : suppressWords.act}
      isReady={counted !== null && name.trim() !== ""}
      cancel={isNobody ? commonWords.close : undefined}
      onAct={add}
      onClose={onClose}
    >
      {(counted !== null || problem === null) && <Text role="status">{said}</Text>}
      {counted !== null && !isNobody && counted.without > 0 && (
        <Note>{suppressWords.without(counted.without)}</Note>
      )}
      {!isNobody && (
        <>
          <Text size="sm">{suppressWords.effect}</Text>
          <TextField
            data-autofocus
            label={suppressWords.name}
            value={name}
            maxLength={MAX_SUPPRESSION_NAME_LENGTH}
            onText={setName}
          />
        </>
      )}
      {problem && <ProblemNote problem={problem} onAgain={reload} />}
    </FormDialog>
  );
}
