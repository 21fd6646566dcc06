import { formatOf } from '../../parts/registry.ts';
import type { Json } from '../../plan/schema.ts';
import type { Prover } from '../prover.ts';
import type { BodyPlace } from './places.ts';
import { getValidator } from './validator.ts';

const day = 86_400_000;

/** Lists values that a place takes and that differ much from the present one: the least, the greatest, and days long ago and far away. */
export function listExtremes(
  { plan }: Pick<Prover, 'plan'>,
  { schema }: BodyPlace,
  present: Json | undefined,
  now: number,
): readonly Json[] {
  const all = listCandidates(schema, now);
  return all.filter(
    (value) => JSON.stringify(value) !== JSON.stringify(present) && getValidator(plan)(schema, value).length === 0,
  );
}

function listCandidates(schema: BodyPlace['schema'], now: number): readonly Json[] {
  const format = formatOf(schema);
  const range = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'value');
  const bounds = range?.kind === 'range' ? [range.from, range.to].filter((bound) => bound !== undefined) : [];
  if (format?.dated !== undefined) return [-4000, -2, 2, 400, 4000].map((days) => format.dated!(now + days * day));
  if (format?.name === 'decimal') return [...bounds, '0', '1.00', '1000000.00', '-1.00'];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return [...bounds.map(Number), 0, 1, 2, 1_000_000, -1];
    case 'boolean':
      return [true, false];
    case 'choice':
      return schema.values;
    case 'string':
      return format === undefined ? ['x', 'Somebody else', ''] : [];
    default:
      return [];
  }
}
