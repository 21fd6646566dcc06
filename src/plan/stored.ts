import { isAuthored } from './documentation.ts';
import { isObject } from './fields/is-object.ts';
import type { Plan } from './plan.ts';

type Fits = (value: unknown, holder: Readonly<Record<string, unknown>>) => boolean;

const isExpression: Fits = (value) => isObject(value) && 'op' in value;

/** Former names of keys, and which values and holders they have: an author may use the same name for something else. */
const members: Readonly<Record<string, readonly [now: string, fits: Fits]>> = {
  toldIn: ['limitHeaders', Array.isArray],
  browsersFrom: ['allowedOrigins', Array.isArray],
  carriedIn: ['sentIn', Array.isArray],
  unknownMembers: ['unknownFields', (value) => value === 'refused' || value === 'ignored'],
  timeOut: ['timeout', (value) => isObject(value) && 'milliseconds' in value],
  closed: ['disabled', (value) => value === true],
  usual: ['defaultSize', (value) => typeof value === 'number'],
  most: ['maxSize', (value) => typeof value === 'number'],
  retries: ['attempts', (value) => isObject(value) && 'attempts' in value],
  holds: ['check', (value, holder) => isExpression(value, holder) && 'name' in holder],
  otherwise: ['error', (value, { holds }) => typeof value === 'string' && isObject(holds)],
  refusal: ['error', (value, { effects }) => typeof value === 'string' && Array.isArray(effects)],
  while: ['where', (value, holder) => isExpression(value, holder) && 'safe' in holder],
  means: ['mapsTo', (value, { in: place }) => isObject(value) && (place === 'query' || place === 'header')],
};

const conditions = {
  'not allowed': 'forbidden',
  'too many at once': 'concurrency limit',
  'internal failure': 'internal error',
  'still in progress': 'idempotency key in progress',
};

/** Words that had another name, by the member that holds them. */
const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  condition: conditions,
  name: conditions,
  kind: { anyone: 'public', 'any caller': 'authenticated', 'time-out': 'timeout' },
  onDelete: { refuse: 'restrict', delete: 'cascade' },
  per: { address: 'ip' },
  events: { 'its kinds': { listedIn: 'kinds' } },
  role: { 'event kind': 'event type' },
  change: { behaviour: 'behavior' },
  guard: { closed: 'disabled' },
  where: { closed: 'disabled', 'scope anyone': 'scope public', 'scope any caller': 'scope authenticated' },
};

/** Parses a plan from a database. Keys and words of the language may have their former names. */
export function readStoredPlan(json: string): Plan {
  return present(JSON.parse(json)) as Plan;
}

function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  if (!isObject(value)) return value;
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (isAuthored(name, value)) made[name] = member;
    else {
      const [now, fits] = members[name] ?? [];
      made[fits?.(member, value) ? now! : name] = presentMember(name, member, value);
    }
  }
  return made;
}

function presentMember(name: string, member: unknown, holder: Readonly<Record<string, unknown>>): unknown {
  if (typeof member === 'string') {
    // a row `renamed` of an error code has the same kind
    if (name === 'kind' && member === 'code' && !('from' in holder)) return 'handler';
    const known = Object.hasOwn(words, name) ? words[name]! : {};
    return Object.hasOwn(known, member) ? known[member] : member;
  }
  if (name === 'means' && isObject(member) && member.kind === 'where' && 'holds' in member) {
    const { holds, ...rest } = member;
    return { ...rest, condition: present(holds) };
  }
  if (name === 'retries' && members.retries![1](member, holder)) {
    const { attempts: count, ...rest } = member as Readonly<Record<string, unknown>>;
    return { count, ...rest };
  }
  if (name === 'byResource' && isObject(member)) {
    return Object.fromEntries(
      Object.entries(member).map(([resource, where]) => [resource, presentMember('where', where, member)]),
    );
  }
  return present(member);
}
