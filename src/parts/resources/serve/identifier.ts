import type { Host } from '../../../contracts/platform.ts';
import { formatsByName } from '../formats/index.ts';

/** A new identifier with a prefix: a TypeID, which ascends with its moment (milliseconds) and cannot be guessed. */
export function newIdentifier(host: Host, prefix: string, now: number): string {
  return formatsByName.get('typeid')!.assignable!(host, prefix, now) as string;
}
