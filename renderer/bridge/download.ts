import type { Bridge } from "../bridge.ts";

/** Offers a finished file to the user where the host lets the page download it; elsewhere it is in place already. */
export function download(bridge: Bridge, downloadId: string | null, name: string): void {
  const address = downloadId === null ? null : bridge.downloadAddress(downloadId);
  if (address === null) return;
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
