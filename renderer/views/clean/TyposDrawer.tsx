import { Button, Group, Text } from "@mantine/core";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { typoSchema } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { cleanWords, flaggedWords } from "../../words/clean.ts";
import { commonWords } from "../../words/common.ts";
import { correctionWords } from "../../words/questions.ts";
import { PAGE, PagedDrawer, usePaged } from "./PagedDrawer.tsx";
import { useOverrides } from "./use-import.ts";

type Typo = z.infer<typeof typoSchema>;

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Proposed corrections, each to accept or leave. None is applied automatically. */
export function TyposDrawer(props: {
  listId: string;
  of: "typos" | "cells";
  /** Corrections can no longer change. */
  settled: boolean;
  allCells: boolean;
  onChanged: () => void;
  /** `hasChanged`: the user marked some as no typos, so the list must be read again. */
  onClose: (hasChanged: boolean) => void;
}) {
  const { listId, of, settled, allCells } = props;
  const { bridge } = useWinnow();
  const { overrides, say, forget } = useOverrides();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.typos", { listId, of, offset, limit: PAGE });
      return page.ok ? ok({ total: page.value.total, items: page.value.typos }) : page;
    },
    [bridge, listId, of],
  );
  const page = usePaged(`${listId} ${of}`, read);
  const decide = async ({ address, accepted }: Typo) => {
    const done = await bridge.call("lists.acceptTypos", { listId, addresses: [address], accept: !accepted });
    setProblem(done.ok ? null : done.problem);
    if (!done.ok) return;
    props.onChanged();
    page.reload();
  };
  const isNone = (domain: string) =>
    overrides.some((one) => one.kind === "typo" && one.entry === domain && !one.listed);
  const overrideTypo = async (domain: string) => {
    const one = { kind: "typo" as const, entry: domain, listed: false };
    setChanged(true);
    setProblem(await (isNone(domain) ? forget(one) : say(one)));
  };
  return (
    <PagedDrawer
      title={of === "cells" ? correctionWords.title : cleanWords.typosTitle}
      help={settled ? cleanWords.settled : cleanWords.typosHelp}
      page={page}
      problem={problem}
      onClose={() => props.onClose(hasChanged)}
    >
      {page.items.map((typo) => {
        const { address, suggestion, accepted, kind } = typo;
        const domain = domainOf(address);
        const says = isNone(domain) ? commonWords.takeBack : flaggedWords.notTypo;
        const does = accepted ? commonWords.takeBack : cleanWords.accept;
        return (
          <Group key={address} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {address} → <strong>{suggestion}</strong>
              {kind !== "typo" && <span className="quiet"> ({correctionWords.kinds[kind]})</span>}
            </Text>
            <Group gap="xs" wrap="nowrap">
              {!accepted && kind === "typo" && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${says}: ${domain}`}
                  onClick={() => void overrideTypo(domain)}
                >
                  {says}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant={accepted ? "default" : "light"}
                disabled={settled || (allCells && kind !== "typo")}
                aria-label={`${does}: ${suggestion}`}
                onClick={() => void decide(typo)}
              >
                {does}
              </Button>
            </Group>
          </Group>
        );
      })}
    </PagedDrawer>
  );
}
