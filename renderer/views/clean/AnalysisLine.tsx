import { Popover, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { count } from "../../../shared/numbers.ts";
import { useCall } from "../../stores/reading.ts";
import { ANALYSIS_WORDS, analysisWords, progressWords } from "../../words/clean.ts";
import { ANALYSIS_NAMES, comparedAnalysis } from "./analysis.ts";
import css from "./PricePanel.module.css";

/** What the service itself counted, free of charge, before it verified anything; it opens beside Winnow's own estimate. */
export function AnalysisLine(props: { cleaning: Cleaning }) {
  const { cleaning } = props;
  const { analysis } = cleaning;
  const [opened, setOpened] = useState(false);
  const { value: estimate } = useCall("lists.preflight", opened ? { listId: cleaning.listId } : null);
  if (!analysis) return null;
  const facts = ANALYSIS_NAMES.map((name) => `${count(analysis[name])} ${ANALYSIS_WORDS[name]}`);
  const lines = estimate === null ? [] : comparedAnalysis(analysis, estimate);
  const differs = lines.some((line) => line.here !== null && line.here !== line.there);
  return (
    <Text size="sm" c="dimmed" className="num" component="div">
      {progressWords.analysis}: {facts.join(", ")}.{" "}
      <Popover opened={opened} onChange={setOpened} width={360} position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <UnstyledButton className={css.term} onClick={() => setOpened((now) => !now)}>
            {analysisWords.compare}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            <Table aria-label={analysisWords.compare} verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th />
                  <Table.Th ta="right">{analysisWords.here}</Table.Th>
                  <Table.Th ta="right">{analysisWords.there}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {lines.map(({ name, here, there }) => (
                  <Table.Tr key={name}>
                    <Table.Td>{ANALYSIS_WORDS[name]}</Table.Td>
                    <Table.Td ta="right">{here === null ? "–" : count(here)}</Table.Td>
                    <Table.Td ta="right">{count(there)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {estimate && (
              <Text size="sm">
                {differs ? analysisWords.differs(estimate.unique, cleaning.uploaded) : analysisWords.same}
              </Text>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Text>
  );
}
