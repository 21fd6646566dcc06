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
export function nameMoment(name: string, now: number, index: number): number {
  const field = splitName(name);
  const days = offsets.find(([names]) => names.test(field))?.[1] ?? 14;
  const hour = 3_600_000;
  return Math.floor(now / hour) * hour + (days + index) * day;
}
