import type { Host } from '../../../contracts/platform.ts';
import { typeid } from '../formats/typeid.ts';

/** A new identifier with a prefix: a TypeID, which ascends with its moment (milliseconds) and cannot be guessed. */
export function newIdentifier(host: Host, prefix: string, now: number): string {
  return typeid.assignable!(host, prefix, now) as string;
}
