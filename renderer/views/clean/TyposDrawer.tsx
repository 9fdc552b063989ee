import { Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { typoSchema } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { count } from "../../format/numbers.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";
import { usePaged } from "./paged.ts";

type Typo = z.infer<typeof typoSchema>;

/** Suggested corrections, each to be accepted or left. Nothing is applied by itself. */
export function TyposDrawer(props: {
  listId: string;
  opened: boolean;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { bridge } = useWinnow();
  const { listId } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.typos", { listId, offset, limit: 100 });
      return page.ok ? ok({ total: page.value.total, items: page.value.typos }) : page;
    },
    [bridge, listId],
  );
  const page = usePaged<Typo>(props.opened, read);
  const decide = async (typo: Typo) => {
    const accept = !typo.accepted;
    const done = await bridge.call("lists.acceptTypos", { listId, addresses: [typo.address], accept });
    setProblem(done.ok ? null : done.problem);
    if (!done.ok) return;
    props.onChanged();
    page.replace((items) =>
      items.map((one) => (one.address === typo.address ? { ...one, accepted: accept } : one)),
    );
  };
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size="lg"
      title={`${cleanWords.typosTitle} (${count(page.total)})`}
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {cleanWords.typosHelp}
        </Text>
        {(problem ?? page.problem) && <ProblemNote problem={(problem ?? page.problem) as Problem} />}
        {page.items.map((typo) => (
          <Group key={typo.address} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {typo.address} → <strong>{typo.suggestion}</strong>
            </Text>
            <Button
              size="compact-sm"
              variant={typo.accepted ? "default" : "light"}
              aria-label={`${typo.accepted ? cleanWords.takeBack : cleanWords.accept}: ${typo.suggestion}`}
              onClick={() => void decide(typo)}
            >
              {typo.accepted ? cleanWords.takeBack : cleanWords.accept}
            </Button>
          </Group>
        ))}
        {page.items.length < page.total && (
          <Button variant="default" loading={page.loading} onClick={page.more}>
            {cleanWords.more}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
