import { Button, Group, Text, Title } from "@mantine/core";
import { looksLikeAddress } from "../../../shared/addresses.ts";
import { History, WhereRow } from "../../components/History.tsx";
import { MailFacts } from "../../components/MailFacts.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { factWords, listsWords } from "../../words/lists.ts";
import { CLASS_WORDS } from "../../words/results.ts";
import { sourceWords } from "../../words/verdicts.ts";
import type { AddressMatches as Matches, Place } from "./address-matches.ts";
import { EraseAddress } from "./EraseAddress.tsx";
import css from "./Lists.module.css";

function whyThere({ list, verdict, source, class: own, isCell }: Place): string {
  if (verdict !== null && source !== null) return sourceWords(source, list.sandbox);
  if (own === "malformed" || own === "suppressed" || own === "beyond_limit") return CLASS_WORDS[own];
  if (isCell) return listsWords.inLongerCell;
  return list.cleaningId === null ? listsWords.notCleaned : listsWords.withoutOwnVerdict;
}

export function AddressMatches(props: { search: string; matches: Matches }) {
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
        <Text size="sm" c="dimmed" role="status" mb="xs">
          {listsWords.addressesShown(shown.length, total, more)}
        </Text>
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
                <Text size="sm" c="dimmed">
                  {one.isUnasked ? "" : verifiedWords(one.entries)}
                </Text>
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
          <Button size="compact-sm" variant="default" onClick={matches.showMore}>
            {listsWords.showMoreAddresses}
          </Button>
        )}
        <Looking matches={matches} search={search} />
        {looksLikeAddress(search) && total > 0 && <EraseAddress address={search} />}
      </Group>
      {holding.unread > 0 && <Text size="sm">{listsWords.unread(holding.unread)}</Text>}
    </section>
  );
}

function verifiedWords(entries: Matches["shown"][number]["entries"]): string {
  const real = entries.filter((entry) => !entry.sandbox).length;
  return listsWords.verifiedTimes(real, entries.length - real);
}

/** Progress of a search, once it takes noticeably long. */
function Looking({ matches, search }: { matches: Matches; search: string }) {
  const { state, looked, of } = matches.holding;
  if (search === "" || of === 0) return null;
  if (state === "looking")
    return (
      <Text size="sm" c="dimmed">
        {listsWords.looking(looked, of)}
      </Text>
    );
  return state === "full" ? <Text size="sm">{listsWords.enough(of - looked)}</Text> : null;
}
