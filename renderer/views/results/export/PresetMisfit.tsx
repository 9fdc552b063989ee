import { Alert, Text } from "@mantine/core";
import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import { presetWords } from "../../../words/results.ts";
import type { Misfit } from "./preset-columns.ts";

/** Says why the chosen preset writes nothing of this list. */
export function PresetMisfit({ preset, misfit }: { preset: ExportPreset; misfit: Misfit }) {
  return (
    <Alert color="amber" role="alert" title={presetWords.misfit(preset.name)}>
      <Text size="sm">{presetWords.misfitColumn(misfit.name, misfit.found, misfit.expected)}</Text>
    </Alert>
  );
}
