import { useCallback } from "react";
import { useDesk } from "./winnow.tsx";

/**
 * Returns a field's text and its setter; the text survives navigation. It is `initial` until changed, and again after
 * being set to `null`. Not for API keys.
 */
export function useDraft(field: string, initial = ""): [string, (text: string | null) => void] {
  const text = useDesk((state) => state.drafts[field]) ?? initial;
  const draft = useDesk((state) => state.draft);
  return [text, useCallback((next: string | null) => draft(field, next), [draft, field])];
}
