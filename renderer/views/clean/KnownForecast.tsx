import { Text } from "@mantine/core";
import type { Intake } from "../../stores/intake.ts";
import { useCall } from "../../stores/reading.ts";
import { forecastWords } from "../../words/forecast.ts";

/** Bounce forecast for an uncleaned list, shown only if based on the user's own mail, not on a rule of thumb. */
export function KnownForecast({ intake, accountId }: { intake: Intake; accountId: string }) {
  const listId = intake.listId ?? "";
  const { value } = useCall("forecast.list", { listId, accountId }, ["suppression", "checks"]);
  if (value === null || value.forecast.sent === 0 || value.forecast.bounds === null) return null;
  const { bounds, unverified } = value.forecast;
  return (
    <Text size="sm" role="status">
      {forecastWords.asItIs(bounds, unverified)}
    </Text>
  );
}
