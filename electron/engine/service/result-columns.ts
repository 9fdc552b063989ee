/** A column's name as it is compared: its letters and digits, in lower case. */
export function plainColumnName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
