import { Anchor, Group, Kbd } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconKey, IconPlugConnectedX } from "@tabler/icons-react";
import { useCallback, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { isUnfinished } from "../stores/cleanings.ts";
import { useCall } from "../stores/query.ts";
import { useApp, useCleanings, useWinnow } from "../stores/winnow.tsx";
import { clock } from "../times.ts";
import { frameWords, KEY_HINTS } from "../words/frame.ts";
import css from "./FootLine.module.css";
import { cleaningAt } from "./Nav.tsx";

/** Reports network changes to the host, and the initial state: the page may have loaded offline. */
function useNetworkReports(): void {
  const { bridge, app } = useWinnow();
  const isReporting = useRef(false);
  const report = useCallback(async () => {
    app.getState().setOnline(navigator.onLine);
    if (isReporting.current) return;
    isReporting.current = true;
    // Serialised, because parallel calls could arrive out of order and the last value must win.
    for (let reported: boolean | null = null; reported !== navigator.onLine; ) {
      reported = navigator.onLine;
      await bridge.call("app.online", { online: reported });
    }
    isReporting.current = false;
  }, [bridge, app]);
  useEffect(() => void report(), [report]);
  useWindowEvent("online", () => void report());
  useWindowEvent("offline", () => void report());
}

/** Footer: keyboard hints for the current screen on the left, network and result status on the right. */
export function FootLine() {
  const { desk } = useWinnow();
  const [path] = useLocation();
  const id = cleaningAt(path);
  const cleaning = useCleanings((state) => (id === null ? undefined : state.byId[id]));
  const online = useApp((state) => state.online);
  const waitsForKeychain = useApp((state) => state.waitsForKeychain);
  useNetworkReports();
  const { value: joined } = useCall("team.get", {}, ["team"]);
  const team = joined?.team ?? null;
  const teamProblem =
    team === null || team.problem === null
      ? null
      : frameWords.teamNotSynced(
          team.problem.title,
          team.syncedAt === null ? null : clock(team.syncedAt, Date.now()),
        );
  const isTable = cleaning && !isUnfinished(cleaning) && !path.endsWith("/report");
  const hints = isTable ? KEY_HINTS.results : KEY_HINTS.elsewhere;
  return (
    <footer className={css.foot}>
      {/* Hidden from assistive technology, which gets shortcuts from the controls and from the shortcuts dialog. */}
      <div className={css.keys} aria-hidden="true">
        {hints.map((hint) => (
          <Group key={hint.does} gap={5} h="2.0625rem" wrap="nowrap">
            {hint.keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {hint.does}
          </Group>
        ))}
      </div>
      <Anchor
        component="button"
        type="button"
        inherit
        c="dimmed"
        lh="2.0625rem"
        flex="none"
        onClick={() => desk.getState().dispatch({ kind: "shortcuts" })}
      >
        <Kbd aria-hidden="true">?</Kbd> {frameWords.allShortcuts}
      </Anchor>
      <Group gap="xs" ml="auto" maw="55%" mih="2.0625rem" flex="none">
        <div role="status">
          {waitsForKeychain && (
            <Group gap="xs" wrap="nowrap">
              <IconKey size={15} aria-hidden="true" />
              {frameWords.keychain}
            </Group>
          )}
          {online && teamProblem !== null && (
            <Group gap="xs" wrap="nowrap">
              <IconPlugConnectedX size={15} aria-hidden="true" />
              {teamProblem}
            </Group>
          )}
          {!online && (
            <Group gap="xs" wrap="nowrap">
              <IconPlugConnectedX size={15} aria-hidden="true" />
              {frameWords.offline}
            </Group>
          )}
        </div>
        {online && cleaning && isAllHere(cleaning) && <span>{frameWords.allHere}</span>}
      </Group>
    </footer>
  );
}

/** Shows on every screen that the host is unreachable, until it is back. */
export function GoneLine() {
  const since = useApp((state) => state.unreachableSince);
  const words = since === null ? null : frameWords.gone(clock(since, Date.now()));
  return (
    <div role="status" className={css.goneArea}>
      {words && (
        <div className={css.gone}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <span>
            <strong>{words.title}</strong> {words.detail}
          </span>
        </div>
      )}
    </div>
  );
}

function isAllHere({ state, missing, unverified }: Cleaning): boolean {
  return (state === "done" || state === "imported") && missing === 0 && unverified === null;
}
