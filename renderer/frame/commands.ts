import { useEffect, useRef } from "react";
import type { Command } from "../stores/desk.ts";
import { useDesk } from "../stores/winnow.tsx";

/** Runs `act` whenever `command` is asked for, by the keyboard, the palette or the host's menu. */
export function useCommand(command: Command, act: () => void): void {
  const wish = useDesk((state) => state.wish);
  const latest = useRef(act);
  latest.current = act;
  // A wish that was there before the screen came was meant for another screen.
  const seen = useRef(wish?.id ?? 0);
  useEffect(() => {
    if (!wish || wish.id <= seen.current) return;
    seen.current = wish.id;
    if (wish.kind === "command" && wish.command === command) latest.current();
  }, [wish, command]);
}
