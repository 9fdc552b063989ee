import { Anchor, Box, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { sentences } from "../../../shared/sentences.ts";
import { CompactButton } from "../../components/buttons.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { CopiesNote, Note, ProblemNote, SandboxMark } from "../../components/notes.tsx";
import { VerdictBadge } from "../../components/VerdictMark.tsx";
import { addressPath } from "../../navigation.ts";
import type { CheckedAddress } from "../../stores/checks.ts";
import { useCall, useListSearch } from "../../stores/query.ts";
import { useChecks } from "../../stores/winnow.tsx";
import { fromNow } from "../../times.ts";
import { checkWords } from "../../words/check.ts";
import { checkCutOff } from "../../words/common.ts";
import { FLAG_WORDS, sourceWords } from "../../words/verdicts.ts";

export function ForgetDialog(props: { checked: CheckedAddress; onClose: () => void }) {
  const { checked, onClose } = props;
  const { key, address, accountId } = checked;
  const forget = useChecks((state) => state.forget);
  const { value: kept, problem } = useCall("checks.kept", { accountId, address });
  const question = useMemo(() => ({ kind: "address" as const, address }), [address]);
  const holding = useListSearch(question);
  const own = new Set(kept?.lists.map(({ cleaningId }) => cleaningId));
  const others = holding.lists.filter(({ cleaningId }) => cleaningId === null || !own.has(cleaningId));
  const isLooked = holding.state === "done" && holding.problem === null && holding.unread === 0;
  const isNothing = kept !== null && kept.checks === 0 && kept.lists.length > 0;
  return (
    <FormDialog
      title={checkWords.forgetTitle(address)}
      act={isNothing ? null : checkWords.forgetDo}
      isFinal
      isReady={kept !== null}
      onAct={() => forget(key)}
      onClose={onClose}
    >
      {kept && <Text>{checkWords.forgetText(kept, isLooked || others.length > 0 ? others : null)}</Text>}
      {!kept && !problem && <Text>{checkWords.forgetWaiting}</Text>}
      {problem && <ProblemNote problem={problem} />}
      {holding.problem && <ProblemNote problem={holding.problem} />}
      {holding.state === "looking" && <Note>{checkWords.forgetLooking(holding.looked, holding.of)}</Note>}
      {holding.unread > 0 && <Text size="sm">{checkWords.forgetUnread(holding.unread)}</Text>}
      <CopiesNote onLeave={onClose} />
    </FormDialog>
  );
}

interface Props {
  checked: CheckedAddress;
  sandbox: boolean;
  onForget: () => void;
}

function Answer({ checked, sandbox }: Pick<Props, "checked" | "sandbox">) {
  const { key, check, problem } = checked;
  const checkSuggestion = useChecks((state) => state.checkSuggestion);
  const failure = problem ?? check?.problem ?? null;
  const verdict = check?.verdict ?? null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={verdict === null || check?.suppressed ? 500 : undefined}>
        {sentences(verdict === null && !check?.suppressed ? checkWords.failed : undefined, check?.advice)}
      </Text>
      {failure && <Note>{sentences(failure.title, failure.detail, failure.action)}</Note>}
      {check && (
        <Text size="xs" c="dimmed">
          {[
            ...check.flags.map((flag) => FLAG_WORDS[flag].name),
            check.source ? sourceWords(check.source, sandbox) : null,
            check.checkedAt === null ? null : fromNow(check.checkedAt, Date.now()),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      )}
      {check?.suggestion && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          onClick={() => void checkSuggestion(key)}
        >
          {checkWords.suggestion(check.suggestion)}
        </Anchor>
      )}
    </Stack>
  );
}

/** Returns the label of the recheck button, with its cost; `null` if a recheck can't succeed. */
function recheckWords({ check, problem }: CheckedAddress): string | null {
  if (problem === checkCutOff) return checkWords.askAgain;
  if (check?.problem?.code === "address_required") return null;
  return check?.suppressed && check.verdict === null ? checkWords.anyway : checkWords.again;
}

/** Returns whether something is stored for the address: a verdict, or a request that may have been charged. */
function isKept({ check }: CheckedAddress): boolean {
  const code = check?.problem?.code;
  return check?.verdict != null || code === "check_unheard" || code === "check_unheard_before";
}

export function CheckCard(props: Props) {
  const { checked, sandbox } = props;
  const recheck = useChecks((state) => state.recheck);
  const verdict = checked.check?.verdict ?? null;
  const isFirst = checked.check === null && checked.problem === null;
  const again = recheckWords(checked);
  return (
    // As high as with a result, so that cards below don't move when it arrives.
    <Box component="li" className="card" px="md" py={11} mih="5.7rem" aria-label={checked.address}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Stack gap={4} miw={0}>
          <Group gap="sm">
            <Anchor
              href={`#${addressPath(checked.address)}`}
              c="inherit"
              fw={600}
              style={{ overflowWrap: "anywhere" }}
            >
              {checked.address}
            </Anchor>
            {verdict && (
              <Text size="sm" component="span">
                <VerdictBadge verdict={verdict} isCautioned={checked.check?.isCautioned} />
              </Text>
            )}
            {verdict && sandbox && <SandboxMark />}
          </Group>
          {isFirst ? (
            <Group gap="xs">
              <Loader size={14} />
              <Note>{checkWords.checking}</Note>
            </Group>
          ) : (
            <Answer checked={checked} sandbox={sandbox} />
          )}
        </Stack>
        <Group gap="xs" justify="flex-end" flex="none">
          {isKept(checked) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={checked.state === "asked"}
              aria-label={checkWords.forgetOf(checked.address)}
              onClick={props.onForget}
            >
              {checkWords.forget}
            </Button>
          )}
          {!isFirst && again && (
            <CompactButton
              loading={checked.state === "asked"}
              aria-label={`${again}: ${checked.address}`}
              onClick={() => void recheck(checked.key)}
            >
              {again}
            </CompactButton>
          )}
        </Group>
      </Group>
    </Box>
  );
}
