import { IconKey, IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useApp, useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import css from "./NetworkLine.module.css";

/** Quiet lines while there is no network or the keychain is waited for; tells the engine what the system says of the network. */
export function NetworkLine() {
  const { bridge, app } = useWinnow();
  const online = useApp((state) => state.online);
  const waitsForKeychain = useApp((state) => state.waitsForKeychain);
  useEffect(() => {
    let isTelling = false;
    const tell = async () => {
      app.getState().setOnline(navigator.onLine);
      if (isTelling) return;
      isTelling = true;
      // One after the other: what is sent together may arrive in any order, and the last word counts.
      for (let told: boolean | null = null; told !== navigator.onLine; ) {
        told = navigator.onLine;
        await bridge.call("app.online", { online: told });
      }
      isTelling = false;
    };
    const changed = () => void tell();
    // The page may have been opened without a network, and its own word is newer than any answer under way.
    changed();
    window.addEventListener("online", changed);
    window.addEventListener("offline", changed);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("offline", changed);
    };
  }, [bridge, app]);
  return (
    <div role="status">
      {waitsForKeychain && (
        <div className={css.line}>
          <IconKey size={15} aria-hidden="true" />
          {frameWords.keychain}
        </div>
      )}
      {!online && (
        <div className={css.line}>
          <IconPlugConnectedX size={15} aria-hidden="true" />
          {frameWords.offline}
        </div>
      )}
    </div>
  );
}
