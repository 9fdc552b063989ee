import { useState } from "react";
import type { Settings } from "../../../shared/bridge/app.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useApp } from "../../stores/winnow.tsx";

export function useSettings(): {
  settings: Settings;
  change: (patch: Partial<Settings>) => void;
  problem: Problem | null;
} {
  const settings = useApp((state) => state.settings);
  const save = useApp((state) => state.save);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = (patch: Partial<Settings>) => void save(patch).then(setProblem);
  return { settings, change, problem };
}
