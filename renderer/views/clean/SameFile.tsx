import { Anchor, Text } from "@mantine/core";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import type { Intake } from "../../stores/intake.ts";
import { useCall } from "../../stores/query.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { date } from "../../times.ts";
import { cleanWords } from "../../words/clean.ts";

/** Maximum number of lists with the same name to compare. */
const MOST_NAMED = 20;

const COMPARED = ["name", "bytes", "rows", "unique", "free", "role", "typos", "preview"] as const;

/** Returns whether two files have the same name, size, counts and first rows. */
function isSame(one: Preflight, other: Preflight | null): boolean {
  const known = (preflight: Preflight) => JSON.stringify(COMPARED.map((field) => preflight[field]));
  return other !== null && known(one) === known(other);
}

/** Warns that the same file is already open, or that one with the same name and length was cleaned before. */
export function SameFile({ intake, preflight }: { intake: Intake; preflight: Preflight }) {
  // Newer lists come first.
  const isOpen = useIntake(({ intakes }) =>
    intakes.slice(intakes.indexOf(intake) + 1).some((other) => isSame(preflight, other.preflight)),
  );
  const asked = preflight.settled ? null : { search: preflight.name.slice(0, 400), limit: MOST_NAMED };
  const { value } = useCall("cleanings.list", asked);
  const cleaned = value?.cleanings.find(
    ({ name, rows, listId }) =>
      name === preflight.name && rows === preflight.rows && listId !== intake.listId,
  );
  if (isOpen) return <Text size="sm">{cleanWords.openTwice}</Text>;
  if (cleaned === undefined) return null;
  return (
    <Text size="sm">
      {cleanWords.cleanedBefore(date(cleaned.finishedAt ?? cleaned.createdAt))}{" "}
      <Anchor inherit href={`#/cleanings/${cleaned.id}`} underline="always">
        {cleanWords.showCleaned}
      </Anchor>
    </Text>
  );
}
