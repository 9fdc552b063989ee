import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";

/** Downloads a finished file if the host serves it to the page; no-op if the file is already in place. */
export async function download(
  bridge: Bridge,
  downloadId: string | null,
  name: string,
): Promise<Problem | null> {
  if (downloadId === null || bridge.downloadAddress === null) return null;
  const address = await bridge.downloadAddress(downloadId);
  if (!address.ok) return address.problem;
  const link = document.createElement("a");
  link.href = address.value;
  link.download = name;
  link.click();
  return null;
}
