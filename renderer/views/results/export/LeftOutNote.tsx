import { Text } from "@mantine/core";
import { LEFT_OUT_REASONS, type RowAccount } from "../../../../shared/bridge/exports.ts";
import { exportWords, leftOutWords } from "../../../words/results.ts";

/** Which rows an export leaves out, and why: together with those that it writes they are the whole list. */
export function LeftOutNote(props: { account: RowAccount }) {
  const { leftOut, unverified, suppressed = 0, dropped = 0, unwanted = 0 } = props.account;
  const reasons = LEFT_OUT_REASONS.filter((reason) => (leftOut[reason] ?? 0) > 0);
  const rows = reasons.reduce((sum, reason) => sum + (leftOut[reason] ?? 0), 0);
  const named = reasons.map((reason) => leftOutWords(reason, leftOut[reason] ?? 0));
  return (
    <>
      {rows > 0 && (
        <Text size="sm" c="dimmed">
          {exportWords.leftOut(rows, named.join(", "))}
        </Text>
      )}
      {suppressed > 0 && <Text size="sm">{exportWords.writtenSuppressed(suppressed)}</Text>}
      {dropped > 0 && <Text size="sm">{exportWords.writtenDropped(dropped)}</Text>}
      {unwanted > 0 && <Text size="sm">{exportWords.writtenUnwanted(unwanted)}</Text>}
      {unverified > 0 && <Text size="sm">{exportWords.writtenUnverified(unverified)}</Text>}
    </>
  );
}
