import { Modal, NavLink, RingProgress, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { withoutVerdict } from "../../../shared/cleaning-state.ts";
import { count, share } from "../../../shared/numbers.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { SearchField } from "../../components/fields.tsx";
import { Note, SandboxMark } from "../../components/notes.tsx";
import { wordsOf } from "../../components/VerdictMark.tsx";
import { go } from "../../navigation.ts";
import { momentAmong } from "../../times.ts";
import { compareWords, resultsWords } from "../../words/results.ts";
import { useLists } from "../lists/useLists.ts";
import { byFinishTime, endOf } from "./compare-state.ts";

/** Ring chart of a cleaning's distinct addresses by verdict; those without a verdict are gray. */
function CleaningRing({ cleaning, size }: { cleaning: Cleaning; size: number }) {
  const { counts } = cleaning;
  const parts = [
    ...VERDICTS.map((key) => ({ key, addresses: counts[key] })),
    { key: "none" as const, addresses: withoutVerdict(cleaning) },
  ].filter(({ addresses }) => addresses > 0);
  const all = parts.reduce((sum, { addresses }) => sum + addresses, 0);
  return (
    <RingProgress
      size={size}
      thickness={Math.round(size * 0.16)}
      flex="none"
      rootColor="var(--w-line)"
      sections={parts.map(({ key, addresses }) => ({
        value: (addresses / all) * 100,
        color: `var(--w-${key})`,
      }))}
      role="img"
      aria-label={parts
        .map(({ key, addresses }) => `${wordsOf(key).name} ${share(addresses / all)}`)
        .join(", ")}
    />
  );
}

export function CompareDialog({ cleaning, onClose }: { cleaning: Cleaning; onClose: () => void }) {
  const [search, setSearch] = useState("");
  const [settled] = useDebouncedValue(search, 150);
  const { cleanings, loaded } = useLists(settled, false);
  // Simulated verdicts can't be compared with real ones.
  const others = cleanings.filter(
    (one) =>
      one.id !== cleaning.id &&
      one.sandbox === cleaning.sandbox &&
      (one.state === "done" || one.state === "imported"),
  );
  const ends = others.map(endOf);
  return (
    <Modal opened onClose={onClose} title={compareWords.pickTitle(cleaning.name)} size="lg">
      <Stack gap="xs">
        <Note>{compareWords.pickHelp}</Note>
        <SearchField data-autofocus label={compareWords.search} value={search} onText={setSearch} />
        {loaded && others.length === 0 && <Text size="sm">{compareWords.pickNone(cleaning.sandbox)}</Text>}
        {others.slice(0, 50).map((one) => (
          <NavLink
            key={one.id}
            component="button"
            type="button"
            leftSection={<CleaningRing cleaning={one} size={26} />}
            label={one.name}
            rightSection={one.sandbox && <SandboxMark />}
            description={`${momentAmong(endOf(one), ends)} · ${count(one.rows)} ${resultsWords.rows(one.rows)}`}
            onClick={() => {
              const [before, after] = byFinishTime(cleaning, one);
              onClose();
              go(`/compare/${before.id}/${after.id}`);
            }}
          />
        ))}
      </Stack>
    </Modal>
  );
}
