/**
 * Returns the path of Winnow's own AppImage, or `null` if Winnow was installed in another way. Then APPIMAGE may still be
 * set: a terminal that belongs to another AppImage passes it on.
 */
export function runningAppImage(): string | null {
  const { APPIMAGE, APPDIR } = process.env;
  if (APPIMAGE === undefined || APPDIR === undefined) return null;
  return process.execPath.startsWith(`${APPDIR}/`) ? APPIMAGE : null;
}
