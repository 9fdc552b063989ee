import { useEffect } from "react";
import { useWinnow } from "../stores/winnow.tsx";

export function useNetwork(): void {
  const { bridge, app } = useWinnow();
  useEffect(() => {
    let isNotifying = false;
    const tell = async () => {
      app.getState().setOnline(navigator.onLine);
      if (isNotifying) return;
      isNotifying = true;
      // One after the other: what is sent together may arrive in any order, and the last word counts.
      for (let told: boolean | null = null; told !== navigator.onLine; ) {
        told = navigator.onLine;
        await bridge.call("app.online", { online: told });
      }
      isNotifying = false;
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
}
