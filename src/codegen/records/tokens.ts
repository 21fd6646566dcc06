import { formatOf } from '../../parts/registry.ts';
import type { ValueSchema } from '../../plan/schema.ts';

/** Returns whether values of a type are stored as hashes by which their records are found. */
export function isToken(schema: ValueSchema): boolean {
  return formatOf(schema)?.digested === true;
}
