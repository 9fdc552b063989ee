import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ConsentColumn, ReadQuestion } from "../../../shared/bridge/lists.ts";
import { count } from "../../../shared/numbers.ts";
import { optOutSources } from "../../../shared/opt-outs.ts";
import { optOutWords, questionWords } from "../../words/questions.ts";
import css from "./ReadQuestions.module.css";
import { useReadList } from "./read-list-context.tsx";

type Question = Extract<ReadQuestion, { kind: "opt_outs" }>;
type Word = ConsentColumn["words"][number];

const wordKey = (column: ConsentColumn, { word }: Word) => `${column.index}\n${word}`;

/** Lists the words that say who may be mailed. The user ticks those of people to leave out. */
export function OptOutAnswers({ question }: { question: Question }) {
  const { preflight, isBusy, importing, readAgain } = useReadList();
  const { columns } = question;
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const isTicked = (column: ConsentColumn, word: Word) =>
    changed[wordKey(column, word)] ?? word.meaning !== null;
  const sources = optOutSources(question, isTicked);
  return (
    <Stack gap="sm">
      {columns.map((column) => (
        <Stack key={column.index} gap={4} role="group" aria-label={optOutWords.column(column.name)}>
          <Text size="sm" fw={600}>
            {optOutWords.column(column.name)}
          </Text>
          <div className={css.words}>
            {column.words.map((word) =>
              word.meaning === "nothing" ? (
                <Text key={word.word} size="sm" c="dimmed">
                  {optOutWords.word(word)} {count(word.rows)}
                </Text>
              ) : (
                <Checkbox
                  key={word.word}
                  size="xs"
                  disabled={isBusy}
                  checked={isTicked(column, word)}
                  onChange={({ currentTarget }) =>
                    setChanged({ ...changed, [wordKey(column, word)]: currentTarget.checked })
                  }
                  label={`${optOutWords.word(word)} ${count(word.rows)} (${optOutWords.meaning(word.meaning)})`}
                />
              ),
            )}
          </div>
        </Stack>
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          // Imports need the address column.
          disabled={isBusy || preflight.addressColumn === null || sources.length === 0}
          onClick={() => importing.leaveOut(sources)}
        >
          {optOutWords.leaveOut}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => readAgain({ optOutsAnswered: true })}
        >
          {questionWords.verifyAll}
        </Button>
      </Group>
    </Stack>
  );
}
