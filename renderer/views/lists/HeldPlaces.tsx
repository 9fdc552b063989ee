import { Anchor, Group, Stack, Text } from "@mantine/core";
import { SandboxMark } from "../../components/SandboxMark.tsx";
import { VerdictMark } from "../../components/VerdictMark.tsx";
import { listsWords } from "../../words/lists.ts";
import { CLASS_WORDS } from "../../words/results.ts";
import { sourceWords } from "../../words/verdicts.ts";
import type { Place } from "./address-matches.ts";

/** The lists in which an address stands without a verdict that was brought home for it there. */
export function HeldPlaces(props: { places: readonly Place[] }) {
  if (props.places.length === 0) return null;
  return (
    <Stack gap={4}>
      {props.places.map((place) => (
        <Group
          key={`${place.list.cleaningId ?? place.list.listId}`}
          justify="space-between"
          wrap="nowrap"
          gap="sm"
        >
          {place.list.cleaningId === null ? (
            <Text size="sm" truncate>
              {listsWords.standsIn(place.list.name, false)}
            </Text>
          ) : (
            <Anchor size="sm" href={`#/cleanings/${place.list.cleaningId}`} truncate>
              {listsWords.standsIn(place.list.name, place.list.inBin)}
            </Anchor>
          )}
          <Group gap="sm" wrap="nowrap">
            {place.list.sandbox && <SandboxMark />}
            <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
              {whyThere(place)}
            </Text>
            {place.verdict !== null && (
              <Text size="sm" component="span">
                <VerdictMark verdict={place.verdict} />
              </Text>
            )}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

/** Where its verdict there comes from, or why it has none. */
function whyThere({ list, verdict, source, class: own, isCell }: Place): string {
  if (verdict !== null && source !== null) return sourceWords(source, list.sandbox);
  if (own === "malformed" || own === "suppressed" || own === "beyond_limit") return CLASS_WORDS[own];
  if (isCell) return listsWords.inLongerCell;
  return list.cleaningId === null ? listsWords.notCleaned : listsWords.withoutOwnVerdict;
}
