import { createHash } from 'node:crypto';

/** PostgreSQL silently truncates names to this number of bytes. */
const longestName = 63;
const digestLength = 10;

/** A name as the catalogue holds it: one that is too long ends in a digest of all of it. */
export function toCatalogName(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name;
  let start = name;
  while (Buffer.byteLength(start) > longestName - digestLength - 1) start = [...start].slice(0, -1).join('');
  return `${start}_${createHash('sha256').update(name).digest('hex').slice(0, digestLength)}`;
}

/** A name as PostgreSQL reads it, whatever it is made of. */
export function quote(name: string): string {
  return `"${toCatalogName(name).replaceAll('"', '""')}"`;
}
