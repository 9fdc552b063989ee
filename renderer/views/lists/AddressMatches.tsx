import { Button, Group, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { MAX_SEARCH_RESULTS } from "../../../shared/bridge/constants.ts";
import type { HeldAddress } from "../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { looksLikeAddress } from "../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../shared/fold-search.ts";
import { CompactButton } from "../../components/buttons.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { History, MailFacts, WhereRow } from "../../components/History.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { type HoldingList, type ListSearch, useCall, useListSearch } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { factWords, listsWords } from "../../words/lists.ts";
import { CLASS_WORDS } from "../../words/results.ts";
import { teamWords } from "../../words/team.ts";
import { sourceWords } from "../../words/verdicts.ts";
import css from "./Lists.module.css";

function EraseAddress({ address }: { address: string }) {
  const { bridge, desk } = useWinnow();
  const [asked, setAsked] = useState(false);
  const { value: joined } = useCall("team.get", {}, ["team"]);
  const team = joined?.team ?? null;
  const owner = team?.members.find(({ isOwner }) => isOwner)?.name ?? "";
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
        {factWords.erase}
      </Button>
      {asked && (
        <FormDialog
          title={factWords.eraseTitle(address)}
          act={factWords.eraseDo}
          isFinal
          onAct={async () => {
            const erased = await bridge.call("memory.erase", { entries: [address] });
            if (!erased.ok) return erased.problem;
            const { incomplete, team: inTeam } = erased.value;
            const also = inTeam === undefined ? "" : ` ${teamWords.erased(inTeam.waiting)}`;
            // The erasure replaces this screen, and the dialog with it.
            if (incomplete !== null) desk.getState().notify({ kind: "problem", problem: incomplete });
            else notifyWithUndo("erased address", `${factWords.erased(address)}${also}`, null);
            return null;
          }}
          onClose={() => setAsked(false)}
        >
          <Text>{factWords.eraseText}</Text>
          {team && <Text>{teamWords.erases(team.isOwner ? null : owner)}</Text>}
        </FormDialog>
      )}
    </>
  );
}

const PAGE = 20;

type Found = CallOutput<"results.history">;

export interface Place extends HeldAddress {
  readonly list: HoldingList;
}

/** A matching address or whole cell, with its verdicts and the lists that contain it without a verdict. */
export interface Match {
  readonly address: string;
  readonly suppressed: boolean;
  readonly entries: Found["addresses"][number]["entries"];
  readonly places: readonly Place[];
  /** Verdicts are not loaded yet. */
  readonly isFurther: boolean;
  /** Verdicts were not requested, because the match is not on the address itself. */
  readonly isUnasked: boolean;
}

/** Returns distinct matches; those with verdicts come first. */
function matchesOf(found: Found | null, holding: ListSearch, search: string): Match[] {
  const places = new Map<string, Place[]>();
  for (const list of holding.lists)
    for (const one of list.addresses)
      places.set(one.address, [...(places.get(one.address) ?? []), { ...one, list }]);
  const known = (found?.addresses ?? []).map((one) => {
    const listed = new Set(one.entries.map(({ cleaningId }) => cleaningId));
    const all = places.get(one.address) ?? [];
    return {
      ...one,
      places: all.filter(({ list }) => list.cleaningId === null || !listed.has(list.cleaningId)),
      ...{ isFurther: false, isUnasked: false },
    };
  });
  const bare = { suppressed: false, entries: [], places: [], isFurther: false, isUnasked: false };
  const further = (found?.further ?? []).map((address) => ({ ...bare, address, isFurther: true }));
  const named = new Set([...known, ...further].map(({ address }) => address));
  const others = [...places]
    .filter(([address]) => !named.has(address))
    .map(([address, stands]) => {
      const isOwn = foldSearch(address).includes(foldSearch(search));
      // The history search covers everything that contains the text itself.
      return { ...bare, address, places: stands, isUnasked: !isOwn && stands.some(({ isCell }) => !isCell) };
    });
  return [...known, ...further, ...others];
}

export type MatchesReading = ReturnType<typeof useAddressMatches>;

/** Searches the verdicts and all stored lists for addresses. Inactive for an empty search. */
export function useAddressMatches(search: string) {
  const [wanted, setWanted] = useState({ search, most: PAGE });
  const most = wanted.search === search ? wanted.most : PAGE;
  const query = search === "" ? null : { search, limit: Math.min(MAX_SEARCH_RESULTS, most) };
  const { value: found, problem } = useCall("results.history", query, ["suppression", "checks", "erased"]);
  const question = useMemo(() => (search === "" ? null : { kind: "part" as const, text: search }), [search]);
  const holding = useListSearch(question);
  const matches = useMemo(
    () => (search === "" ? [] : matchesOf(found, holding, search)),
    [search, found, holding],
  );
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

function whyThere({ list, verdict, source, class: own, isCell }: Place): string {
  if (verdict !== null && source !== null) return sourceWords(source, list.sandbox);
  if (own === "malformed" || own === "suppressed" || own === "beyond_limit") return CLASS_WORDS[own];
  if (isCell) return listsWords.inLongerCell;
  return list.cleaningId === null ? listsWords.notCleaned : listsWords.withoutOwnVerdict;
}

export function AddressMatches(props: { search: string; matches: MatchesReading }) {
  const { search, matches } = props;
  const { shown, total, more, holding, isDone, problem } = matches;
  const isNone = isDone && problem === null && total === 0;
  if (problem === null && total === 0 && !(search.includes("@") && isDone))
    return <Looking matches={matches} search={search} />;
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
      {looksLikeAddress(search) && (
        <MailFacts address={search} title={factWords.of(search)} className={`card ${css.facts}`}>
          {total === 0 && <EraseAddress address={search} />}
        </MailFacts>
      )}
      {(total > 0 || isNone) && (
        <div className="card">
          {isNone && (
            <Text p="md" c="dimmed" role="status">
              {listsWords.addressesNone}
            </Text>
          )}
          {shown.map((one) => (
            <div key={one.address} className={css.match}>
              <Group gap="xs" mb={2}>
                <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                  {one.address}
                </Text>
                <Note>{one.isUnasked ? "" : verifiedWords(one.entries)}</Note>
              </Group>
              {one.suppressed && (
                <Text size="sm" fw={600} mb={2}>
                  {listsWords.suppressed}
                </Text>
              )}
              <History entries={one.entries} />
              {one.places.map((place) => (
                <WhereRow
                  key={place.list.cleaningId ?? place.list.listId}
                  name={listsWords.standsIn(place.list.name, place.list.inBin)}
                  cleaningId={place.list.cleaningId}
                  sandbox={place.list.sandbox}
                  verdict={place.verdict}
                >
                  {whyThere(place)}
                </WhereRow>
              ))}
            </div>
          ))}
        </div>
      )}
      <Group mt="xs" gap="sm">
        {shown.length < total && (
          <CompactButton onClick={matches.showMore}>{listsWords.showMoreAddresses}</CompactButton>
        )}
        <Looking matches={matches} search={search} />
        {looksLikeAddress(search) && total > 0 && <EraseAddress address={search} />}
      </Group>
      {holding.unread > 0 && <Text size="sm">{listsWords.unread(holding.unread)}</Text>}
    </section>
  );
}

function verifiedWords(entries: MatchesReading["shown"][number]["entries"]): string {
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
