import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ReadOptions, ReadQuestion } from "../../../shared/bridge/lists.ts";
import { distinctlyNamed } from "../../../shared/column-names.ts";
import { assertNever } from "../../../shared/result.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { cleanWords } from "../../words/clean.ts";
import { optOutWords, questionTitle, questionWords } from "../../words/questions.ts";
import { OptOutAnswers } from "./OptOutQuestion.tsx";
import css from "./ReadQuestions.module.css";
import { useReadList } from "./read-list-context.tsx";

type OfEncoding = Extract<ReadQuestion, { kind: "encoding" }>;

/** Options to reset because they don't apply to another reading. */
const FORGOTTEN: ReadOptions = {
  column: undefined,
  columnName: undefined,
  hasHeader: undefined,
  headerLine: undefined,
  hiddenRows: undefined,
};

/** Returns the options for reading another sheet; resets those that depend on the previous one. */
export function readingOfSheet(sheet: string): ReadOptions {
  return { ...FORGOTTEN, sheet };
}

export function readingOfRows(rows: ReadOptions["rows"]): ReadOptions {
  return { ...FORGOTTEN, rows };
}

interface Answer {
  readonly label: string;
  /** `true` if the current reading uses this answer. */
  readonly isAssumed?: boolean;
  /** The options to read with. `import`: import the file instead. */
  readonly reading: ReadOptions | "import";
}

const asList: Answer = {
  label: questionWords.resultsAnswers.list,
  reading: { readAs: "list", resultsOf: undefined },
};

function sourcesOf({ sources }: Extract<ReadQuestion, { kind: "results" }>): Answer[] {
  const isOne = sources.length < 2;
  return (isOne ? [sources[0]] : sources).map((seen) => ({
    label: isOne ? questionWords.resultsAnswers.results : questionWords.resultsFrom(seen?.name ?? ""),
    reading: { readAs: "results", resultsOf: seen?.source },
  }));
}

function questionContent(question: Exclude<ReadQuestion, { kind: "encoding" | "opt_outs" }>): {
  title: string;
  help: string;
  answers: readonly Answer[];
} {
  switch (question.kind) {
    case "sheet": {
      const { alternatives, assumed, areKeys } = question;
      const isOne = alternatives.length === 1 && areKeys !== true;
      return {
        title: questionTitle(question),
        help: areKeys
          ? questionWords.keysHelp
          : isOne
            ? questionWords.sheetHiddenHelp
            : questionWords.sheetHelp,
        answers: alternatives.map(({ name, rows, hidden }) => ({
          label: `${name} (${questionWords.sheetRows(rows, hidden)})`,
          isAssumed: name === assumed,
          reading: readingOfSheet(name),
        })),
      };
    }
    case "hidden_rows":
      return {
        title: questionWords.hiddenRows,
        help: questionWords.hiddenRowsHelp(question),
        answers: (["keep", "skip"] as const).map((hiddenRows) => ({
          label: questionWords.hiddenRowsAnswers[hiddenRows],
          isAssumed: hiddenRows === question.assumed,
          reading: { hiddenRows },
        })),
      };
    case "results":
      return {
        title: questionWords.results,
        help: questionWords.resultsHelp(question),
        answers: [...sourcesOf(question), asList],
      };
    case "outcomes":
      return {
        title: questionWords.outcomes,
        help: questionWords.outcomesHelp(question),
        answers: [
          { label: questionWords.import, reading: "import" },
          { ...asList, label: questionWords.verify },
        ],
      };
    default:
      return assertNever(question);
  }
}

/** A question about a list, with its answers. */
export function Question(props: { title: string; help: string; children: ReactNode }) {
  return (
    <Alert
      variant="light"
      icon={<IconHelpCircle size={18} aria-hidden="true" />}
      title={props.title}
      role="group"
      data-question
      aria-label={props.title}
    >
      <Text size="sm" mb="xs">
        {props.help}
      </Text>
      {props.children}
    </Alert>
  );
}

export function ReadQuestions() {
  const { preflight, isBusy, importing, readAgain } = useReadList();
  return (
    <Stack gap="sm">
      {preflight.questions?.map((question) => {
        if (question.kind === "encoding") {
          const isOfAddresses = question.changes === "addresses";
          return (
            <Question
              key={question.kind}
              title={questionWords.encoding}
              help={isOfAddresses ? questionWords.encodingHelp : questionWords.encodingLater}
            >
              <EncodingChoices
                alternatives={question.alternatives}
                busy={isBusy}
                onEncoding={(encoding) => readAgain({ encoding })}
              />
            </Question>
          );
        }
        if (question.kind === "opt_outs")
          return (
            <Question key={question.kind} title={questionTitle(question)} help={optOutWords.help(question)}>
              <OptOutAnswers question={question} />
            </Question>
          );
        const { title, help, answers } = questionContent(question);
        return (
          <Question key={question.kind} title={title} help={help}>
            <Group gap="xs">
              {answers.map(({ label, isAssumed, reading }) => (
                <Button
                  key={label}
                  size="xs"
                  variant={reading === "import" ? "filled" : isAssumed ? "outline" : "default"}
                  aria-pressed={isAssumed}
                  // Imports need the address column.
                  disabled={isBusy || (reading === "import" && preflight.addressColumn === null)}
                  onClick={() => (reading === "import" ? importing.run() : readAgain(reading))}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </Question>
        );
      })}
    </Stack>
  );
}

/** The same words decoded in each possible encoding. Also used by the export dialog. */
export function EncodingChoices(props: {
  alternatives: OfEncoding["alternatives"];
  busy: boolean;
  onEncoding: (encoding: string) => void;
}) {
  return (
    <div className={css.choices}>
      {props.alternatives.map(({ encoding, words }) => (
        <div key={encoding} className={css.choice}>
          <ul className="plain-list">
            {words.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </ul>
          <SmallButton
            disabled={props.busy}
            aria-label={questionWords.readAs(encoding)}
            onClick={() => props.onEncoding(encoding)}
          >
            {encoding}
          </SmallButton>
        </div>
      ))}
    </div>
  );
}

/** Asks for the address column if there are several candidates. Nothing is counted before. */
export function AddressColumnQuestion() {
  const { preflight, readAgain } = useReadList();
  const { columns, candidates } = preflight;
  return (
    <Alert
      variant="light"
      icon={<IconHelpCircle size={18} aria-hidden="true" />}
      title={cleanWords.addressColumnQuestion}
    >
      <Text size="sm" mb="xs">
        {cleanWords.addressColumnHelp}
      </Text>
      <Group gap="xs">
        {distinctlyNamed(columns)
          .filter(({ index }) => candidates.includes(index))
          .map(({ index, name }) => (
            <SmallButton key={index} onClick={() => readAgain({ column: index })}>
              {name}
            </SmallButton>
          ))}
      </Group>
    </Alert>
  );
}
