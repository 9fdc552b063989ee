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
    const tell = () => {
      app.getState().setOnline(navigator.onLine);
      void bridge.call("app.online", { online: navigator.onLine });
    };
    // The page may have been opened without a network, and its own word is newer than any answer under way.
    tell();
    window.addEventListener("online", tell);
    window.addEventListener("offline", tell);
    return () => {
      window.removeEventListener("online", tell);
      window.removeEventListener("offline", tell);
    };
  }, [bridge, app]);
  return (
    <div role="status" className={css.status}>
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
