import { isAuthored } from './documentation.ts';
import { isObject } from './fields/is-object.ts';
import type { Plan } from './plan.ts';

/** Members that had another name, and what their value is then: an author may have chosen the same name for something else. */
const members: Readonly<Record<string, readonly [now: string, fits: (value: unknown) => boolean]>> = {
  toldIn: ['limitHeaders', Array.isArray],
  browsersFrom: ['allowedOrigins', Array.isArray],
  carriedIn: ['sentIn', Array.isArray],
  unknownMembers: ['unknownFields', (value) => value === 'refused' || value === 'ignored'],
  timeOut: ['timeout', (value) => isObject(value) && 'milliseconds' in value],
  closed: ['disabled', (value) => value === true],
  usual: ['defaultSize', (value) => typeof value === 'number'],
  most: ['maxSize', (value) => typeof value === 'number'],
  retries: ['attempts', (value) => isObject(value) && 'attempts' in value],
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

/** Reads a plan that a store has kept, in which words of the language may have their old names. */
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
      made[fits?.(member) ? now! : name] = presentMember(name, member, value);
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
  if (name === 'retries' && members.retries![1](member)) {
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
