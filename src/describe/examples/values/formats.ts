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
  if (member.plausible !== undefined) {
    return member.plausible({
      field: splitName(place.name),
      index,
      login: () => nameLogin(index),
      moment: () => nameMoment(place.name, now, index % 10),
      number: () => fitNumber(nameNumber(place.name, 'number', constraints, number), constraints),
    });
  }
  if (member.bases.includes('integer')) return nameNumber(place.name, 'integer', constraints, number);
  return vary(member.example(format.argument), index);
}

/** Identifiers of other records differ in their last digit. */
function vary(value: Json, index: number): Json {
  if (typeof value !== 'string' || index === 0 || !/\d$/.test(value)) return value;
  return `${value.slice(0, -1)}${(Number(value.at(-1)) + index) % 10}`;
}
