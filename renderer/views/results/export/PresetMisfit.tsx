import { Alert, Button, Text } from "@mantine/core";
import { useState } from "react";
import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import { useApp } from "../../../stores/winnow.tsx";
import { presetWords } from "../../../words/results.ts";
import { type ListColumns, type Misfit, withNames } from "./preset-columns.ts";
import { withPreset } from "./saved-presets.ts";

/** Says why the chosen preset writes nothing of this list; one of an earlier version can be given this list's columns. */
export function PresetMisfit(props: { preset: ExportPreset; misfit: Misfit; list: ListColumns }) {
  const { preset, misfit, list } = props;
  const saved = useApp((state) => state.settings.exportPresets);
  const save = useApp((state) => state.save);
  const [problem, setProblem] = useState<Problem | null>(null);
  const named = misfit.kind === "by_number" ? withNames(preset, list) : null;
  return (
    <Alert color="amber" role="alert" title={presetWords.misfit(preset.name)}>
      <Text size="sm">
        {misfit.kind === "column"
          ? presetWords.misfitColumn(misfit.name, misfit.found, misfit.expected)
          : presetWords.misfitNumber(misfit.filters)}
      </Text>
      {named && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          onClick={() => void save({ exportPresets: withPreset(saved, named) }).then(setProblem)}
        >
          {presetWords.thoseColumns}
        </Button>
      )}
      {problem && <ProblemNote problem={problem} />}
    </Alert>
  );
}
