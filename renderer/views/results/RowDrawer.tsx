import { Anchor, Button, Drawer, Group, Loader, Stack, Table, Text, Title } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { TextField } from "../../components/fields.tsx";
import { History, MailFacts } from "../../components/History.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { VerdictBadge, wordsOf } from "../../components/VerdictMark.tsx";
import { addressPath } from "../../navigation.ts";
import { useCall } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { moment } from "../../times.ts";
import { frameWords } from "../../words/frame.ts";
import { factWords } from "../../words/lists.ts";
import { CLASS_WORDS, resultsWords, rowWords } from "../../words/results.ts";
import { facetWords } from "../../words/table.ts";
import { FLAG_WORDS, sourceWords } from "../../words/verdicts.ts";
import { useResults } from "./results-context.tsx";

type Details = CallOutput<"results.row">;

interface Props {
  ref: Ref<HTMLDivElement>;
  onClose: () => void;
}

function Verdict({ details: { row } }: { details: Details }) {
  const { sandbox } = useResults().cleaning;
  const verdict = row.verdict ?? "none";
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <VerdictBadge verdict={verdict} />
        {row.class !== "first" && <Note>{CLASS_WORDS[row.class]}</Note>}
      </Group>
      <Text size="sm">{row.suppressed ? resultsWords.suppressedHelp : wordsOf(verdict).help}</Text>
      {row.likelyTypo && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          <strong>{facetWords.likelyTypo}.</strong> {facetWords.likelyTypoHelp(row.likelyTypo.meant)}
        </Text>
      )}
      {row.flags.map((flag) => (
        <Text key={flag} size="sm">
          <strong>{FLAG_WORDS[flag].name}.</strong> {FLAG_WORDS[flag].help}
        </Text>
      ))}
      {row.source && (
        <Note>
          {sourceWords(row.source, sandbox)}
          {row.verifiedAt !== null && ` · ${moment(row.verifiedAt)}`}
        </Note>
      )}
    </Stack>
  );
}

function Mark(props: {
  details: Details;
  onMark: (decision: "keep" | "drop" | null, reason: string) => void;
}) {
  const { details, onMark } = props;
  const [reason, setReason] = useState(details.markReason ?? "");
  const decision = details.row.mark;
  return (
    <Stack
      gap="xs"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        // If the row is marked, Enter saves the reason.
        if (decision) onMark(decision, reason);
      }}
    >
      <Title order={3} size="h6">
        {rowWords.mark}
      </Title>
      <TextField
        size="xs"
        aria-label={rowWords.reason}
        placeholder={rowWords.reasonPlaceholder}
        value={reason}
        maxLength={500}
        onText={setReason}
      />
      <Group gap="xs">
        {(["keep", "drop"] as const).map((one) => (
          <Button
            key={one}
            size="xs"
            variant={decision === one ? "filled" : "default"}
            aria-pressed={decision === one}
            onClick={() => onMark(one, reason)}
          >
            {resultsWords[one]}
          </Button>
        ))}
        {decision && (
          <Button size="xs" variant="subtle" onClick={() => onMark(null, "")}>
            {resultsWords.clearMark}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Part(props: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {props.title}
      </Title>
      {props.children}
    </div>
  );
}

function Mail({ address }: { address: string }) {
  const { value, problem } = useCall("memory.facts", { address }, ["suppression"]);
  if (problem) return <ProblemNote problem={problem} />;
  return (
    <>
      {value !== null && value.facts.length > 0 && (
        <Part title={factWords.title}>
          <MailFacts facts={value.facts} />
        </Part>
      )}
      <Anchor size="sm" href={`#${addressPath(address)}`}>
        {frameWords.knownOf}
      </Anchor>
    </>
  );
}

function Cells(props: { details: Details }) {
  const { columnNames } = useResults();
  return (
    <Table verticalSpacing={4} variant="vertical" layout="fixed" aria-label={rowWords.whole}>
      <Table.Tbody>
        {columnNames.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name; their place is their name
          <Table.Tr key={index}>
            <Table.Th w={130}>{name}</Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {props.details.row.cells[index]}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Mantine marks all drawers as modal, but the table beside this one stays usable. */
function notModal(title: HTMLElement | null): void {
  title?.closest("[role=dialog]")?.removeAttribute("aria-modal");
}

export function RowDrawer(props: Props) {
  const { cleaning, view } = useResults();
  const { id: cleaningId } = cleaning;
  const { row } = view;
  const { bridge } = useWinnow();
  const [markProblem, setMarkProblem] = useState<Problem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is of the row
  useEffect(() => setMarkProblem(null), [cleaningId, row]);
  const on = [`results ${cleaningId}`, "suppression", "checks"] as const;
  const query = row === null ? null : { cleaningId, row };
  const { value: here, problem } = useCall("results.row", query, on);
  const mark = async (decision: "keep" | "drop" | null, reason: string) => {
    if (row === null) return;
    const done = await bridge.call("results.mark", { cleaningId, rows: [row], decision, reason });
    setMarkProblem(done.ok ? null : done.problem);
  };
  return (
    <Drawer
      ref={props.ref}
      // In the DOM after the table, so that Tab moves between them and table shortcuts keep working.
      withinPortal={false}
      styles={{ inner: { insetInlineStart: 0 } }}
      data-beside
      // The screen handles Escape and returns the focus to the row.
      closeOnEscape={false}
      opened={row !== null}
      onClose={props.onClose}
      position="right"
      size="md"
      withOverlay={false}
      trapFocus={false}
      lockScroll={false}
      closeOnClickOutside={false}
      shadow="xl"
      title={
        <Text fw={650} ref={notModal} style={{ overflowWrap: "anywhere" }}>
          {here ? (here.address ?? rowWords.noAddress) : `${rowWords.title} ${count((row ?? 0) + 1)}`}
        </Text>
      }
    >
      {problem && <ProblemNote problem={problem} />}
      {markProblem && <ProblemNote problem={markProblem} />}
      {!here && !problem && <Loader size="sm" />}
      {here && (
        <Stack gap="lg">
          <Verdict details={here} />
          <Mark
            key={`${here.row.row}-${here.row.mark}`}
            details={here}
            onMark={(decision, reason) => void mark(decision, reason)}
          />
          <Part title={rowWords.history}>
            {here.history.length === 0 ? (
              <Note>{rowWords.historyNone(here.row.verdict !== null)}</Note>
            ) : (
              <History entries={here.history} />
            )}
          </Part>
          {here.address !== null && <Mail address={here.address} />}
          <Part title={rowWords.whole}>
            <Cells details={here} />
          </Part>
          {here.serviceRow !== null && (
            <Part title={rowWords.serviceRow}>
              <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                {here.serviceRow}
              </Text>
            </Part>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
