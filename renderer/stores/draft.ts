import { useCallback } from "react";
import { useDesk } from "./winnow.tsx";

/**
 * The text of a field that is kept while one is elsewhere in Winnow; `initial` until something was typed, and again once
 * it is set to null. Not for keys.
 */
export function useDraft(field: string, initial = ""): [string, (text: string | null) => void] {
  const text = useDesk((state) => state.drafts[field]) ?? initial;
  const draft = useDesk((state) => state.draft);
  return [text, useCallback((next: string | null) => draft(field, next), [draft, field])];
}
