import { formatsByName } from '../../../parts/registry.ts';
import type { ConstraintPlan, Json } from '../../../plan/schema.ts';
import { nameMoment } from './moments.ts';
import { fitNumber, nameNumber } from './numbers.ts';
import { nameLogin } from './people.ts';
import type { ValuePlace } from './source.ts';
import { splitName } from './words.ts';

interface FormatPlan {
  readonly name: string;
  readonly argument?: string;
}

/** A value of a format that a field may hold; undefined for a format that is not known. */
export function createFormatted(
  format: FormatPlan,
  place: ValuePlace,
  constraints: readonly ConstraintPlan[],
  { now, index }: { readonly now: number; readonly index: number },
): Json | undefined {
  const member = formatsByName.get(format.name);
  if (member === undefined) return undefined;
  const number = place.unique === true ? index : index % 3;
  if (format.name === 'email') return `${nameLogin(index)}@example.com`;
  if (format.name === 'uri') return nameUri(splitName(place.name), index);
  if (format.name === 'decimal') {
    const value = fitNumber(nameNumber(place.name, 'number', constraints, number), constraints);
    return Number.isInteger(value) ? value.toFixed(2) : String(value);
  }
  const clock = member.clock;
  if (clock !== undefined || format.name === 'date') {
    const moment = nameMoment(place.name, now, index % 10);
    const written = clock?.write(moment) ?? new Date(moment).toISOString().slice(0, 10);
    return typeof written === 'bigint' ? Number(written) : (written as Json);
  }
  if (member.bases.includes('integer')) return nameNumber(place.name, 'integer', constraints, number);
  return vary(member.example(format.argument), index);
}

function nameUri(field: string, index: number): string {
  if (/hook|callback|url$|uri$|endpoint/.test(field))
    return `https://example.com/hooks${index === 0 ? '' : `/${index + 1}`}`;
  return `https://example.com/${nameLogin(index)}`;
}

/** Identifiers of other records differ in their last digit. */
function vary(value: Json, index: number): Json {
  if (typeof value !== 'string' || index === 0 || !/\d$/.test(value)) return value;
  return `${value.slice(0, -1)}${(Number(value.at(-1)) + index) % 10}`;
}
