import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Preflight, ReadOptions, ReadQuestion, SourceSeen } from "../../../shared/bridge/lists.ts";
import { assertNever } from "../../../shared/result.ts";
import { cleanWords } from "../../words/clean.ts";
import { questionWords } from "../../words/questions.ts";
import css from "./ReadQuestions.module.css";

/** What was said of columns and a header that another reading does not have. */
const FORGOTTEN: ReadOptions = {
  column: undefined,
  columnName: undefined,
  hasHeader: undefined,
  headerLine: undefined,
};

/** How to read another sheet: what was said of the one before is forgotten. */
export function readingOfSheet(sheet: string): ReadOptions {
  return { ...FORGOTTEN, sheet };
}

/** How to read a list whose rows are told apart in another way. */
export function readingOfRows(rows: ReadOptions["rows"]): ReadOptions {
  return { ...FORGOTTEN, rows };
}

/** What is not certain about how a list reads: the alternatives side by side, each one click away. */
export function ReadQuestions(props: {
  questions: readonly ReadQuestion[];
  busy: boolean;
  onAnswer: (patch: ReadOptions) => void;
  /** Asks for those to be suppressed who are not to be mailed; null: it is not known yet where their addresses stand. */
  onSuppress: (() => void) | null;
}) {
  const { questions, ...rest } = props;
  return (
    <Stack gap="sm">
      {questions.map((question) => (
        <Question key={question.kind} question={question} {...rest} />
      ))}
    </Stack>
  );
}

interface QuestionProps<Q> {
  question: Q;
  busy: boolean;
  onAnswer: (patch: ReadOptions) => void;
  onSuppress: (() => void) | null;
}

function Question({ question, ...rest }: QuestionProps<ReadQuestion>) {
  switch (question.kind) {
    case "encoding":
      return <EncodingQuestion question={question} {...rest} />;
    case "sheet":
      return <SheetQuestion question={question} {...rest} />;
    case "results":
      return <ResultsQuestion question={question} {...rest} />;
    case "outcomes":
      return <OutcomesQuestion question={question} {...rest} />;
    default:
      return assertNever(question);
  }
}

function Asked(props: { title: string; help: string; children: ReactNode }) {
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

/** The same words in every encoding that fits; also where an export asks. */
export function EncodingChoices(props: {
  alternatives: Extract<ReadQuestion, { kind: "encoding" }>["alternatives"];
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
          <Button
            size="xs"
            variant="default"
            disabled={props.busy}
            aria-label={questionWords.readAs(encoding)}
            onClick={() => props.onEncoding(encoding)}
          >
            {encoding}
          </Button>
        </div>
      ))}
    </div>
  );
}

function EncodingQuestion(props: QuestionProps<Extract<ReadQuestion, { kind: "encoding" }>>) {
  const { question, busy, onAnswer } = props;
  return (
    <Asked
      title={questionWords.encoding}
      help={question.changes === "addresses" ? questionWords.encodingHelp : questionWords.encodingLater}
    >
      <EncodingChoices
        alternatives={question.alternatives}
        busy={busy}
        onEncoding={(encoding) => onAnswer({ encoding })}
      />
    </Asked>
  );
}

function SheetQuestion(props: QuestionProps<Extract<ReadQuestion, { kind: "sheet" }>>) {
  const { question, busy, onAnswer } = props;
  const { alternatives } = question;
  const isOne = alternatives.length === 1;
  return (
    <Asked
      title={isOne ? questionWords.sheetHidden : questionWords.sheet}
      help={isOne ? questionWords.sheetHiddenHelp : questionWords.sheetHelp}
    >
      <Group gap="xs">
        {alternatives.map(({ name, rows, hidden }) => (
          <Button
            key={name}
            size="xs"
            variant={name === question.assumed ? "light" : "default"}
            aria-pressed={name === question.assumed}
            disabled={busy}
            onClick={() => onAnswer(readingOfSheet(name))}
          >
            {name} ({questionWords.sheetRows(rows, hidden)})
          </Button>
        ))}
      </Group>
    </Asked>
  );
}

function ResultsQuestion(props: QuestionProps<Extract<ReadQuestion, { kind: "results" }>>) {
  const { question, busy, onAnswer } = props;
  const [only, ...others] = question.sources;
  const answers: readonly { label: string; reading: ReadOptions }[] = [
    ...(others.length === 0
      ? [{ label: questionWords.resultsAnswers.results, reading: readingOf(only) }]
      : question.sources.map((one) => ({
          label: questionWords.resultsFrom(one.name),
          reading: readingOf(one),
        }))),
    { label: questionWords.resultsAnswers.list, reading: { readAs: "list", resultsOf: undefined } },
  ];
  return (
    <Asked title={questionWords.results} help={questionWords.resultsHelp(question)}>
      <Group gap="xs">
        {answers.map(({ label, reading }) => (
          <Button key={label} size="xs" variant="default" disabled={busy} onClick={() => onAnswer(reading)}>
            {label}
          </Button>
        ))}
      </Group>
    </Asked>
  );
}

function readingOf(seen: SourceSeen | undefined): ReadOptions {
  return { readAs: "results", resultsOf: seen?.source };
}

function OutcomesQuestion(props: QuestionProps<Extract<ReadQuestion, { kind: "outcomes" }>>) {
  const { question, busy, onAnswer, onSuppress } = props;
  return (
    <Asked title={questionWords.outcomes} help={questionWords.outcomesHelp(question)}>
      <Group gap="xs">
        <Button size="xs" disabled={busy || onSuppress === null} onClick={() => onSuppress?.()}>
          {questionWords.suppressUnmailable}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => onAnswer({ readAs: "list" })}>
          {questionWords.resultsAnswers.list}
        </Button>
      </Group>
    </Asked>
  );
}

/** Asks which column holds the addresses where more than one could. Nothing is counted before that is known. */
export function WhichColumn(props: { preflight: Preflight; onColumn: (column: number) => void }) {
  const { preflight } = props;
  const columns = preflight.columns.filter((column) => preflight.candidates.includes(column.index));
  return (
    <Alert
      variant="light"
      icon={<IconHelpCircle size={18} aria-hidden="true" />}
      title={cleanWords.whichColumn}
    >
      <Text size="sm" mb="xs">
        {cleanWords.whichColumnHelp}
      </Text>
      <Group gap="xs">
        {columns.map((column) => (
          <Button key={column.index} size="xs" variant="default" onClick={() => props.onColumn(column.index)}>
            {column.name}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
