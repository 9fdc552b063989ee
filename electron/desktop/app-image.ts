/**
 * Returns the path of the AppImage that runs this process; `null` if there is none. A terminal inside another AppImage
 * hands its variables down.
 */
export function runningAppImage(): string | null {
  const { APPIMAGE, APPDIR } = process.env;
  if (APPIMAGE === undefined || APPDIR === undefined) return null;
  return process.execPath.startsWith(`${APPDIR}/`) ? APPIMAGE : null;
}
