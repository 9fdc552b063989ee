import { Anchor, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { sentences } from "../../../shared/sentences.ts";
import { VerdictMark } from "../../components/VerdictMark.tsx";
import { fromNow } from "../../format/times.ts";
import type { Asked } from "../../stores/checks.ts";
import { checkWords } from "../../words/check.ts";
import { FLAG_WORDS, SOURCE_WORDS } from "../../words/verdicts.ts";
import css from "./CheckCard.module.css";

interface Props {
  asked: Asked;
  onAgain: (address: string) => void;
  onCheck: (address: string) => void;
}

function Answer(props: Props) {
  const { check, problem, address } = props.asked;
  const failure = problem ?? check?.problem ?? null;
  const verdict = check?.verdict ?? null;
  return (
    <Stack gap={2}>
      {verdict === null && (
        <Text size="sm" fw={500}>
          {checkWords.failed}
        </Text>
      )}
      {verdict !== null && check && <Text size="sm">{check.advice}</Text>}
      {failure && (
        <Text size="sm" c="dimmed">
          {sentences(failure.title, failure.detail, failure.action)}
        </Text>
      )}
      {check && (
        <Text size="xs" c="dimmed">
          {[
            ...check.flags.map((flag) => FLAG_WORDS[flag].name),
            check.source ? SOURCE_WORDS[check.source] : null,
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
          onClick={() => props.onCheck(check.suggestion ?? address)}
        >
          {checkWords.suggestion(check.suggestion)}
        </Anchor>
      )}
    </Stack>
  );
}

/** One asked address: its verdict, one sentence on what to do, and where the answer came from. */
export function CheckCard(props: Props) {
  const { asked } = props;
  const verdict = asked.check?.verdict ?? null;
  return (
    <li className={`card ${css.card}`} aria-label={asked.address}>
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
          </Group>
          {asked.state === "asked" ? (
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
        {asked.state !== "asked" && (
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            title={checkWords.againHelp}
            aria-label={`${checkWords.again}: ${asked.address}`}
            onClick={() => props.onAgain(asked.address)}
          >
            {checkWords.again}
          </Button>
        )}
      </Group>
    </li>
  );
}
