import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { fileOf, RECOMMENDED_SEGMENTS } from "../../../../shared/bridge/segment-files.ts";
import { useCall } from "../../../stores/query.ts";
import { forecastWords } from "../../../words/forecast.ts";
import { ForecastDialog } from "./ForecastDialog.tsx";

interface Props {
  cleaning: Cleaning;
  onShow: (filter: ResultFilter) => void;
  onExport: () => void;
}

export function ForecastLine({ cleaning, onShow, onExport }: Props) {
  const { id } = cleaning;
  const [isOpen, setOpen] = useState(false);
  const on = [`results ${id}`, "suppression"] as const;
  const safe = useCall("forecast.results", { cleaningId: id, filter: fileOf("safe") }, on);
  const all = useCall("forecast.results", { cleaningId: id, filter: fileOf(...RECOMMENDED_SEGMENTS) }, on);
  const line = safe.value && all.value ? forecastWords.line(safe.value.forecast, all.value.forecast) : null;
  if (line === null) return null;
  return (
    <Group gap="4px 12px" mih={28} mt="xs" fz="sm">
      <span role="status">{line}</span>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {forecastWords.open}
      </Button>
      {isOpen && (
        <ForecastDialog
          cleaning={cleaning}
          onShow={onShow}
          onExport={onExport}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}
