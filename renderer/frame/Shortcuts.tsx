import { useHotkeys, useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { go } from "../navigation.ts";
import type { Command } from "../stores/ui.ts";
import { useDesk, useWinnow } from "../stores/winnow.tsx";
import { useFiles } from "./files.tsx";
import { DIALOGS } from "./keep-focus.ts";

const ShortcutsDialog = lazy(() => import("./ShortcutsDialog.tsx"));
const Palette = lazy(() => import("./Palette.tsx"));
/** Delay before the palette's code is loaded, in milliseconds, so that the page renders first. */
const PALETTE_AFTER_MS = 1000;
/** Maximum time for which typed keys are held back until the palette is open. */
const PALETTE_WITHIN_MS = 3000;

const PLACE: Partial<Record<Command, string>> = {
  clean: "/clean",
  lists: "/lists",
  check: "/check",
  bounces: "/bounces",
  settings: "/settings",
};

const WRITES = `input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], ${DIALOGS}`;

/** Maps keys, menu and palette to commands, and runs those that belong to no screen. */
export function Shortcuts() {
  const { desk } = useWinnow();
  const { choose } = useFiles();
  const request = useDesk((state) => state.request);
  const [path] = useLocation();
  const [palette, setPalette] = useState(0);
  const [keys, setKeys] = useState<"unasked" | "open" | "closed">("unasked");
  const done = useRef(0);

  // A dialog is finished or cancelled first: Escape would close it together with one opened above it.
  const command = (name: Command) => () => {
    // One that is closing has lost the focus.
    if (!document.activeElement?.closest(DIALOGS))
      desk.getState().dispatch({ kind: "command", command: name });
  };
  useHotkeys(
    [
      ["mod+O", command("open")],
      ["mod+F", command("search")],
      ["mod+E", command("export")],
      ["mod+shift+L", command("suppress")],
      ["mod+K", command("palette")],
    ],
    [],
  );
  // Match the typed character, because its physical key differs between layouts.
  useWindowEvent("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(WRITES)) return;
    event.preventDefault();
    desk.getState().dispatch({ kind: "shortcuts" });
  });

  useEffect(() => {
    if (palette === 0) return;
    // Letters typed before the palette has the focus would trigger shortcuts of the screen below: N drops a row.
    const hold = (event: KeyboardEvent) => {
      // Check the event's target: after Escape, the focus has already left the field.
      const isInPalette = event.target instanceof Element && event.target.closest(DIALOGS) !== null;
      if (isInPalette) return release();
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const release = () => {
      clearTimeout(waiting);
      window.removeEventListener("keydown", hold, { capture: true });
    };
    const waiting = setTimeout(release, PALETTE_WITHIN_MS);
    window.addEventListener("keydown", hold, { capture: true });
    return release;
  }, [palette]);

  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const waiting = setTimeout(() => setReady(true), PALETTE_AFTER_MS);
    return () => clearTimeout(waiting);
  }, []);

  useEffect(() => {
    if (!request || request.id <= done.current) return;
    done.current = request.id;
    if (request.kind === "go") return go(request.to);
    if (request.kind === "shortcuts") return setKeys("open");
    const place = PLACE[request.command];
    if (place) return go(place);
    if (request.command === "open") return choose();
    if (request.command === "palette") return setPalette((n) => n + 1);
    const searchable = path.startsWith("/cleanings") || path.startsWith("/lists");
    if (request.command === "search" && !searchable) go("/lists");
  }, [request, choose, path]);

  return (
    <Suspense fallback={null}>
      {(isReady || palette > 0) && <Palette asked={palette} />}
      {keys !== "unasked" && <ShortcutsDialog opened={keys === "open"} onClose={() => setKeys("closed")} />}
    </Suspense>
  );
}

/** Runs `act` when `command` is triggered by keyboard, palette or menu. */
export function useCommand(command: Command, act: () => void): void {
  const request = useDesk((state) => state.request);
  const latest = useRef(act);
  latest.current = act;
  // Ignore commands that were issued before this screen mounted.
  const seen = useRef(request?.id ?? 0);
  useEffect(() => {
    if (!request || request.id <= seen.current) return;
    seen.current = request.id;
    if (request.kind === "command" && request.command === command) latest.current();
  }, [request, command]);
}
