import { Anchor, Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { flaggedSchema } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { count } from "../../format/numbers.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { flaggedWords } from "../../words/clean.ts";
import { usePaged } from "./paged.ts";
import { useOverrides } from "./useOverrides.ts";

export type FlaggedKind = "role" | "disposable" | "free";
type Flagged = z.infer<typeof flaggedSchema>;

/** What a reference list flagged in this list; the user's own word on any entry counts from then on, in every list. */
export function FlaggedDrawer(props: {
  listId: string;
  kind: FlaggedKind;
  opened: boolean;
  onClose: () => void;
  /** The user had a word: the list is to be looked at again. */
  onChanged: () => void;
}) {
  const { listId, kind } = props;
  const { bridge } = useWinnow();
  const { overrides, say, forget } = useOverrides();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [changed, setChanged] = useState(false);
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.flagged", { listId, kind, offset, limit: 100 });
      return page.ok ? ok({ total: page.value.total, items: page.value.entries }) : page;
    },
    [bridge, listId, kind],
  );
  const page = usePaged<Flagged>(props.opened, read);
  const shown = problem ?? page.problem;
  const decide = async (entry: string, isOff: boolean) => {
    const one = { kind, entry, listed: false };
    setChanged(true);
    setProblem(await (isOff ? forget(one) : say(one)));
  };
  const close = () => {
    props.onClose();
    if (changed) props.onChanged();
    setChanged(false);
  };
  return (
    <Drawer
      opened={props.opened}
      onClose={close}
      position="right"
      size="lg"
      title={`${flaggedWords.titles[kind]} (${count(page.total)})`}
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {flaggedWords.help[kind]} {flaggedWords.everywhere}{" "}
          <Anchor href="#/settings/references" size="sm">
            {flaggedWords.settings}
          </Anchor>
        </Text>
        {shown && <ProblemNote problem={shown} />}
        {page.items.map(({ entry, addresses }) => {
          const isOff = overrides.some((one) => one.kind === kind && one.entry === entry && !one.listed);
          return (
            <Group key={entry} justify="space-between" wrap="nowrap">
              <Text size="sm" td={isOff ? "line-through" : undefined} style={{ overflowWrap: "anywhere" }}>
                {entry}
                {kind === "role" && "@"} <span className="quiet">{count(addresses)}</span>
              </Text>
              <Button
                size="compact-sm"
                variant={isOff ? "default" : "light"}
                aria-label={`${isOff ? flaggedWords.takeBack : flaggedWords.not[kind]}: ${entry}`}
                onClick={() => void decide(entry, isOff)}
              >
                {isOff ? flaggedWords.takeBack : flaggedWords.not[kind]}
              </Button>
            </Group>
          );
        })}
        {page.items.length < page.total && (
          <Button variant="default" loading={page.loading} onClick={page.more}>
            {flaggedWords.more}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
