import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { SENT_LIST } from "../../../shared/bridge/constants.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { isOfMail, sourceOfMapping } from "../../../shared/mapping.ts";
import { useApp } from "../../stores/winnow.tsx";
import { mapWords } from "../../words/mapping.ts";
import { MapDialog } from "./MapDialog.tsx";

const headerOf = ({ columns }: Preflight) => columns.map(({ name }) => name.trim().toLowerCase()).join("\n");

/** Offers to import an unknown file with a saved mapping for the same columns, or to map it by hand. */
export function MapFile(props: {
  preflight: Preflight;
  busy: boolean;
  onVerdicts: (source: string) => void;
  onOutcomes: (source: string) => void;
}) {
  const { preflight, busy, onVerdicts, onOutcomes } = props;
  const mappings = useApp((state) => state.settings.mappings);
  const save = useApp((state) => state.save);
  const [isMapping, setMapping] = useState(false);
  const header = headerOf(preflight);
  const before = mappings.find((one) => one.header === header);
  const take = (one: (typeof mappings)[number]) => (one.isOfMail ? onOutcomes : onVerdicts)(one.mapped);
  return (
    <Group gap="xs">
      {before !== undefined && (
        <Button size="xs" disabled={busy} onClick={() => take(before)}>
          {mapWords.again(before.name)}
        </Button>
      )}
      <Button size="xs" variant="subtle" disabled={busy} onClick={() => setMapping(true)}>
        {mapWords.offer}
      </Button>
      <Button size="xs" variant="subtle" disabled={busy} onClick={() => onOutcomes(SENT_LIST)}>
        {mapWords.sent}
      </Button>
      {isMapping && (
        <MapDialog
          preflight={preflight}
          onMapped={async (mapping) => {
            const others = mappings.filter((one) => one.header !== header);
            const { name } = mapping;
            const own = { header, mapped: sourceOfMapping(mapping), name, isOfMail: isOfMail(mapping) };
            const problem = await save({ mappings: [own, ...others].slice(0, 200) });
            if (problem === null) take(own);
            return problem;
          }}
          onClose={() => setMapping(false)}
        />
      )}
    </Group>
  );
}
