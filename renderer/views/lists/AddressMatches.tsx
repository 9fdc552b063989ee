import { Anchor, Group, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { MAX_SEARCH_RESULTS } from "../../../shared/bridge/constants.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { foldAddress, looksLikeAddress } from "../../../shared/fold-addresses.ts";
import { presentVerdict } from "../../../shared/present-verdict.ts";
import { CompactButton } from "../../components/buttons.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { VerdictBadge } from "../../components/VerdictMark.tsx";
import { addressPath } from "../../navigation.ts";
import { type HoldingList, type ListSearch, useCall, useListSearch } from "../../stores/query.ts";
import { frameWords } from "../../words/frame.ts";
import { listsWords } from "../../words/lists.ts";
import css from "./Lists.module.css";

const PAGE = 20;

type Found = CallOutput<"results.history">;
type Known = Found["addresses"][number];

/** A matching address or whole cell, with what is known of it and the lists that contain it. */
interface Match {
  readonly address: string;
  readonly known: Known | null;
  readonly lists: readonly HoldingList[];
  /** What is known is not loaded yet. */
  readonly isFurther: boolean;
}

/** Returns distinct matches; those with verdicts come first. */
function matchesIn(found: Found | null, holding: ListSearch): Match[] {
  const lists = new Map<string, HoldingList[]>();
  for (const list of holding.lists)
    for (const { address } of list.addresses) lists.set(address, [...(lists.get(address) ?? []), list]);
  const known = (found?.addresses ?? []).map((one) => ({
    address: one.address,
    known: one,
    isFurther: false,
  }));
  const further = (found?.further ?? []).map((address) => ({ address, known: null, isFurther: true }));
  const named = new Set([...known, ...further].map(({ address }) => address));
  const others = [...lists.keys()]
    .filter((address) => !named.has(address))
    .map((address) => ({ address, known: null, isFurther: false }));
  return [...known, ...further, ...others].map((one) => ({ ...one, lists: lists.get(one.address) ?? [] }));
}

type MatchesReading = ReturnType<typeof useAddressMatches>;

/** Searches the verdicts and all stored lists for addresses. Inactive for an empty search. */
export function useAddressMatches(search: string) {
  const [wanted, setWanted] = useState({ search, most: PAGE });
  const most = wanted.search === search ? wanted.most : PAGE;
  const query = search === "" ? null : { search, limit: Math.min(MAX_SEARCH_RESULTS, most) };
  const { value: found, problem } = useCall("results.history", query, ["suppression", "checks", "erased"]);
  const question = useMemo(() => (search === "" ? null : { kind: "part" as const, text: search }), [search]);
  const holding = useListSearch(question);
  const matches = useMemo(() => (search === "" ? [] : matchesIn(found, holding)), [search, found, holding]);
  return {
    shown: matches.slice(0, most).filter(({ isFurther }) => !isFurther),
    total: matches.length,
    more:
      found?.more === true ||
      holding.state === "full" ||
      holding.lists.some((list) => list.found > list.addresses.length),
    holding,
    isDone: (found !== null || problem !== null) && holding.state !== "looking",
    problem: problem ?? holding.problem,
    showMore: () => setWanted({ search, most: most + PAGE }),
  };
}

/** A match: an address links to its page, another cell to its list. */
function MatchRow({ address, known, lists }: Match) {
  const present = known === null ? null : presentVerdict(known.entries, known.bouncedAt);
  const [list] = lists;
  const path = looksLikeAddress(address)
    ? addressPath(address)
    : list?.cleaningId == null
      ? null
      : `/cleanings/${list.cleaningId}`;
  return (
    <div className={css.match}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text style={{ overflowWrap: "anywhere" }}>
          {path === null ? address : <Anchor href={`#${path}`}>{address}</Anchor>}
        </Text>
        {present && <VerdictBadge verdict={present.verdict} isCautioned={known?.suppressed} />}
      </Group>
      <Note>
        {[verifiedWords(known?.entries ?? []), listsWords.standsIn(lists)].filter(Boolean).join(" · ")}
      </Note>
      {known?.suppressed && (
        <Text size="sm" fw={600}>
          {listsWords.suppressed}
        </Text>
      )}
    </div>
  );
}

export function AddressMatches(props: { search: string; matches: MatchesReading }) {
  const { search, matches } = props;
  const { shown, total, more, holding, isDone, problem } = matches;
  const isNone = isDone && problem === null && total === 0;
  if (problem === null && total === 0 && !(search.includes("@") && isDone))
    return <Looking matches={matches} search={search} />;
  const isMissing =
    looksLikeAddress(search) && !shown.some(({ address }) => foldAddress(address) === foldAddress(search));
  return (
    <section aria-label={listsWords.addresses}>
      <Title order={2} size="h5" mb="xs">
        {listsWords.addresses}
      </Title>
      {total > 0 && (
        <Note role="status" mb="xs">
          {listsWords.addressesShown(shown.length, total, more)}
        </Note>
      )}
      {problem && <ProblemNote problem={problem} />}
      {(total > 0 || isNone) && (
        <div className="card">
          {isNone && (
            <Text p="md" c="dimmed" role="status">
              {listsWords.addressesNone}
            </Text>
          )}
          {shown.map((one) => (
            <MatchRow key={one.address} {...one} />
          ))}
        </div>
      )}
      <Group mt="xs" gap="sm">
        {shown.length < total && (
          <CompactButton onClick={matches.showMore}>{listsWords.showMoreAddresses}</CompactButton>
        )}
        <Looking matches={matches} search={search} />
        {isMissing && <Anchor href={`#${addressPath(search)}`}>{frameWords.knownOf}</Anchor>}
      </Group>
      {holding.unread > 0 && <Text size="sm">{listsWords.unread(holding.unread)}</Text>}
    </section>
  );
}

function verifiedWords(entries: Known["entries"]): string {
  const real = entries.filter((entry) => !entry.sandbox).length;
  return listsWords.verifiedTimes(real, entries.length - real);
}

/** Progress of a search, once it takes noticeably long. */
function Looking({ matches, search }: { matches: MatchesReading; search: string }) {
  const { state, looked, of } = matches.holding;
  if (search === "" || of === 0) return null;
  if (state === "looking") return <Note>{listsWords.looking(looked, of)}</Note>;
  return state === "full" ? <Text size="sm">{listsWords.enough(of - looked)}</Text> : null;
}
