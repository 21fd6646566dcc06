/** A name as SQLite reads it, whatever it is made of. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
