import type { Platform } from '../../../contracts/platform.ts';
import { typeid } from '../formats/typeid.ts';

/** A new identifier with a prefix: a TypeID, which ascends with its moment (milliseconds) and cannot be guessed. */
export function createIdentifier(platform: Platform, prefix: string, now: number): string {
  return typeid.assignable!(platform, prefix, now) as string;
}
