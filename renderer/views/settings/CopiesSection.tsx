import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import type { KnownBackup } from "../../../shared/bridge/app.ts";
import type { Problem } from "../../../shared/problems.ts";
import { AskFirst } from "../../components/AskFirst.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { size } from "../../format/numbers.ts";
import { date, moment } from "../../format/times.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { copyWords } from "../../words/copies.ts";
import css from "./Settings.module.css";

interface Question {
  readonly copies: readonly KnownBackup[];
  readonly title: string;
  readonly text: string;
  readonly act: string;
}

function aboutOne(copy: KnownBackup): Question {
  const { title, text, act } = copyWords.deleteOne;
  const { kind, madeAt, bytes } = copy;
  return { copies: [copy], title, text: text(copyWords.kinds[kind], moment(madeAt), size(bytes)), act };
}

function aboutAll(copies: readonly KnownBackup[]): Question {
  const { title, text, act } = copyWords.deleteMany;
  const times = copies.map(({ madeAt }) => madeAt);
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  const [from, to] = [date(Math.min(...times)), date(Math.max(...times))];
  return { copies, title: title(copies.length), text: text(copies.length, from, to, size(bytes)), act };
}

/** Every copy of the data in Winnow's own folder, and the way to delete it for good. `turn`: changes when one is made. */
export function CopiesSection(props: { turn: number; onDeleted: () => void }) {
  const { turn, onDeleted } = props;
  const { bridge } = useWinnow();
  const [copies, setCopies] = useState<readonly KnownBackup[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asked, setAsked] = useState<Question | null>(null);
  const [opened, setOpened] = useState(false);

  const load = useCallback(async () => {
    const listed = await bridge.call("app.backups", {});
    if (listed.ok) setCopies(listed.value.backups);
    setProblem(listed.ok ? null : listed.problem);
  }, [bridge]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is the reason to read them again
  useEffect(() => void load(), [load, turn]);

  const ask = (question: Question) => {
    setAsked(question);
    setOpened(true);
  };
  const remove = async (): Promise<Problem | null> => {
    if (asked === null) return null;
    const deleted = await bridge.call("app.deleteBackups", { ids: asked.copies.map(({ id }) => id) });
    // Some of them may be gone although not all are.
    await load();
    onDeleted();
    return deleted.ok ? null : deleted.problem;
  };
  return (
    <section aria-label={copyWords.title}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {copyWords.title}
          </Title>
          {copies.length > 1 && (
            <Button size="compact-sm" variant="default" onClick={() => ask(aboutAll(copies))}>
              {copyWords.deleteAll}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {copyWords.help}
        </Text>
        {problem && <ProblemNote problem={problem} />}
        {copies.length === 0 && <Text size="sm">{copyWords.none}</Text>}
        <Stack gap="xs" component="ul" p={0} m={0}>
          {copies.map((copy) => {
            const [kind, time] = [copyWords.kinds[copy.kind], moment(copy.madeAt)];
            return (
              <li key={copy.id} className={`card ${css.card} ${css.copy}`} aria-label={`${kind}, ${time}`}>
                <div>
                  <Text fw={600}>{kind}</Text>
                  <Text size="sm" c="dimmed" className="num">
                    {time} · {copyWords.facts(size(copy.bytes), copy.whole)}
                  </Text>
                </div>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={copyWords.deleteOf(kind, time)}
                  onClick={() => ask(aboutOne(copy))}
                >
                  {copyWords.delete}
                </Button>
              </li>
            );
          })}
        </Stack>
      </Stack>
      <AskFirst
        opened={opened}
        title={asked?.title ?? ""}
        text={asked?.text ?? ""}
        cancel={copyWords.cancel}
        act={asked?.act ?? null}
        onAct={remove}
        onClose={() => setOpened(false)}
      />
    </section>
  );
}
