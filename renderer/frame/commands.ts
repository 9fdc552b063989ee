import { useEffect, useRef } from "react";
import type { Command } from "../stores/desk.ts";
import { useDesk } from "../stores/winnow.tsx";

/** Runs `act` when `command` is triggered by keyboard, palette or menu. */
export function useCommand(command: Command, act: () => void): void {
  const wish = useDesk((state) => state.wish);
  const latest = useRef(act);
  latest.current = act;
  // Ignore commands that were issued before this screen mounted.
  const seen = useRef(wish?.id ?? 0);
  useEffect(() => {
    if (!wish || wish.id <= seen.current) return;
    seen.current = wish.id;
    if (wish.kind === "command" && wish.command === command) latest.current();
  }, [wish, command]);
}
