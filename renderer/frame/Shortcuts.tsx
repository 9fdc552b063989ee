import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { go } from "../address.ts";
import type { Command } from "../stores/desk.ts";
import { useDesk, useWinnow } from "../stores/winnow.tsx";
import { useFiles } from "./files.tsx";

const Palette = lazy(() => import("./Palette.tsx"));

const PLACE: Partial<Record<Command, string>> = {
  clean: "/clean",
  lists: "/lists",
  check: "/check",
  settings: "/settings",
};

/** Turns keys, the menu and the palette into the same commands, and does those that belong to no screen. */
export function Shortcuts() {
  const { desk } = useWinnow();
  const { choose } = useFiles();
  const wish = useDesk((state) => state.wish);
  const [path] = useLocation();
  const [palette, setPalette] = useState(0);
  const done = useRef(0);

  const command = (name: Command) => () => desk.getState().ask({ kind: "command", command: name });
  useHotkeys(
    [
      ["mod+O", command("open")],
      ["mod+F", command("search")],
      ["mod+E", command("export")],
      ["mod+K", command("palette")],
    ],
    [],
  );

  useEffect(() => {
    if (!wish || wish.id <= done.current) return;
    done.current = wish.id;
    if (wish.kind === "go") return go(wish.to);
    const place = PLACE[wish.command];
    if (place) return go(place);
    if (wish.command === "open") return choose();
    if (wish.command === "palette") return setPalette((n) => n + 1);
    const searchable = path.startsWith("/cleanings") || path.startsWith("/lists");
    if (wish.command === "search" && !searchable) go("/lists");
  }, [wish, choose, path]);

  if (palette === 0) return null;
  return (
    <Suspense fallback={null}>
      <Palette asked={palette} />
    </Suspense>
  );
}
