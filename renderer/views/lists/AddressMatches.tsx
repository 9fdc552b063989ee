import { Group, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useWinnow } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";
import { History } from "../results/History.tsx";
import css from "./Lists.module.css";

/** Was this address ever checked? Every match across all lists, with its history. */
export function AddressMatches(props: { search: string }) {
  const { search } = props;
  const { bridge } = useWinnow();
  const [found, setFound] = useState<CallOutput<"results.history">["addresses"] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let current = true;
    void bridge.call("results.history", { search, limit: 20 }).then((answer) => {
      if (!current) return;
      setFound(answer.ok ? answer.value.addresses : null);
      setProblem(answer.ok ? null : answer.problem);
    });
    return () => {
      current = false;
    };
  }, [bridge, search]);
  if (problem) return <ProblemNote problem={problem} />;
  if (!found || (found.length === 0 && !search.includes("@"))) return null;
  return (
    <section aria-label={listsWords.addresses}>
      <Title order={2} size="h5" mb="xs">
        {listsWords.addresses}
      </Title>
      <div className="card">
        {found.length === 0 && (
          <Text p="md" c="dimmed">
            {listsWords.addressesNone}
          </Text>
        )}
        {found.map((one) => (
          <div key={one.address} className={css.match}>
            <Group gap="xs" mb={2}>
              <Text fw={600}>{one.address}</Text>
              <Text size="sm" c="dimmed">
                {listsWords.verifiedTimes(one.entries.length)}
              </Text>
            </Group>
            {one.suppressed && (
              <Text size="sm" fw={600} mb={2}>
                {listsWords.suppressed}
              </Text>
            )}
            <History entries={one.entries} />
          </div>
        ))}
      </div>
    </section>
  );
}
