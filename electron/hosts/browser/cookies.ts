/**
 * Every value that a `Cookie` header has under `name`, as sent. There may be several: programs at other ports of this
 * machine share the browser's cookies, and may set one of the same name for another path.
 */
export function cookiesNamed(name: string, header: string | undefined): string[] {
  return (header ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at > 0 && part.slice(0, at).trim() === name ? [part.slice(at + 1).trim()] : [];
  });
}
