import { formatsByName } from '../../../parts/registry.ts';
import type { ConstraintPlan, Json } from '../../../plan/schema.ts';
import { fitNumber, nameNumber } from './numbers.ts';
import { nameLogin } from './people.ts';
import type { ValuePlace } from './source.ts';
import { splitName } from './words.ts';

const day = 86_400_000;

/** How many days from today dates of such names are. */
const offsets: readonly (readonly [names: RegExp, days: number])[] = [
  [/(^|_)(birth|born|birthday|dob|birth_date|date_of_birth)(_on|_at)?$/, -15_000],
  [/(created|updated|signed|joined|sent|paid|issued|published|ordered|started|opened|registered)(_on|_at|_date)?$/, -2],
  [/(^|_)(since|from|starts?|begins?|start_date|check_in|arrival|departs?|valid_from)(_on|_at|_date)?$/, 7],
  [/(^|_)(until|to|ends?|expires?|expiry|end_date|check_out|departure|valid_to|closes?)(_on|_at|_date)?$/, 10],
  [/due/, 30],
];

/** The moment that a field of this name may hold, near now; in milliseconds since 1970, at a full hour. */
function nameMoment(name: string, now: number, index: number): number {
  const field = splitName(name);
  const days = offsets.find(([names]) => names.test(field))?.[1] ?? 14;
  const hour = 3_600_000;
  return Math.floor(now / hour) * hour + (days + index) * day;
}

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
  if (member.base === 'integer') return nameNumber(place.name, 'integer', constraints, number);
  return vary(member.example(format.argument), index);
}

/** Identifiers of other records differ in their last digit. */
function vary(value: Json, index: number): Json {
  if (typeof value !== 'string' || index === 0 || !/\d$/.test(value)) return value;
  return `${value.slice(0, -1)}${(Number(value.at(-1)) + index) % 10}`;
}
