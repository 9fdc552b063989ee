import { Anchor, Box, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { sentences } from "../../../shared/sentences.ts";
import { SandboxMark } from "../../components/notes.tsx";
import { VerdictMark } from "../../components/VerdictMark.tsx";
import type { Asked } from "../../stores/checks.ts";
import { fromNow } from "../../times.ts";
import { checkWords } from "../../words/check.ts";
import { checkCutOff } from "../../words/common.ts";
import { FLAG_WORDS, sourceWords } from "../../words/verdicts.ts";

interface Props {
  asked: Asked;
  sandbox: boolean;
  onAgain: () => void;
  onSuggested: () => void;
  onForget: () => void;
}

function Answer(props: Props) {
  const { check, problem } = props.asked;
  const failure = problem ?? check?.problem ?? null;
  const verdict = check?.verdict ?? null;
  return (
    <Stack gap={2}>
      <Text size="sm" fw={verdict === null || check?.suppressed ? 500 : undefined}>
        {sentences(verdict === null && !check?.suppressed ? checkWords.failed : undefined, check?.advice)}
      </Text>
      {failure && (
        <Text size="sm" c="dimmed">
          {sentences(failure.title, failure.detail, failure.action)}
        </Text>
      )}
      {check && (
        <Text size="xs" c="dimmed">
          {[
            ...check.flags.map((flag) => FLAG_WORDS[flag].name),
            check.source ? sourceWords(check.source, props.sandbox) : null,
            check.checkedAt === null ? null : fromNow(check.checkedAt, Date.now()),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      )}
      {check?.suggestion && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={props.onSuggested}>
          {checkWords.suggestion(check.suggestion)}
        </Anchor>
      )}
    </Stack>
  );
}

/** Returns the label of the recheck button, with its cost; `null` if a recheck can't succeed. */
function againWords({ check, problem }: Asked): string | null {
  if (problem === checkCutOff) return checkWords.askAgain;
  if (check?.problem?.code === "address_required") return null;
  return check?.suppressed && check.verdict === null ? checkWords.anyway : checkWords.again;
}

/** Returns whether something is stored for the address: a verdict, or a request that may have been charged. */
function isKept({ check }: Asked): boolean {
  const code = check?.problem?.code;
  return check?.verdict != null || code === "check_unheard" || code === "check_unheard_before";
}

export function CheckCard(props: Props) {
  const { asked } = props;
  const verdict = asked.check?.verdict ?? null;
  const isFirst = asked.check === null && asked.problem === null;
  const again = againWords(asked);
  return (
    // As high as with a result, so that cards below don't move when it arrives.
    <Box component="li" className="card" px="md" py={11} mih="5.7rem" aria-label={asked.address}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Stack gap={4} miw={0}>
          <Group gap="sm">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {asked.address}
            </Text>
            {verdict && (
              <Text size="sm" component="span">
                <VerdictMark verdict={verdict} />
              </Text>
            )}
            {verdict && props.sandbox && <SandboxMark />}
          </Group>
          {isFirst ? (
            <Group gap="xs">
              <Loader size={14} />
              <Text size="sm" c="dimmed">
                {checkWords.checking}
              </Text>
            </Group>
          ) : (
            <Answer {...props} />
          )}
        </Stack>
        <Group gap="xs" justify="flex-end" flex="none">
          {isKept(asked) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={asked.state === "asked"}
              aria-label={checkWords.forgetOf(asked.address)}
              onClick={props.onForget}
            >
              {checkWords.forget}
            </Button>
          )}
          {!isFirst && again && (
            <Button
              size="compact-sm"
              variant="default"
              loading={asked.state === "asked"}
              aria-label={`${again}: ${asked.address}`}
              onClick={props.onAgain}
            >
              {again}
            </Button>
          )}
        </Group>
      </Group>
    </Box>
  );
}
