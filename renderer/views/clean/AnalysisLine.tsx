import { Text } from "@mantine/core";
import type { Analysis } from "../../../shared/bridge/cleanings.ts";
import { count } from "../../format/numbers.ts";
import { ANALYSIS_WORDS, progressWords } from "../../words/clean.ts";

const NAMES = ["common_isp", "role_based", "disposable", "spamtrap", "syntax_error"] as const;

/** What the service itself counted in the list, free of charge, before it verified anything. */
export function AnalysisLine(props: { analysis: Analysis }) {
  const facts = NAMES.map((name) => `${count(props.analysis[name])} ${ANALYSIS_WORDS[name]}`);
  return (
    <Text size="sm" c="dimmed" className="num">
      {progressWords.analysis}: {facts.join(", ")}
    </Text>
  );
}
