/** The members of a body. */
export type Fields = Readonly<Record<string, unknown>>;
/** The members that are wrong. */
export type Problems = readonly string[];
/** A stored record. */
export type Thing = Record<string, string | number | boolean | null | undefined | readonly string[]>;

interface Read {
  readonly value: Thing;
  readonly problems: Problems;
}

type Has = (name: string) => boolean;
type Test = (value: unknown) => boolean;

const text =
  (least: number, most: number): Test =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most;
const whole =
  (least: number, most: number): Test =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const uuid: Test = (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Whether the calendar has a day. */
function isDay(value: string): boolean {
  const moment = Date.parse(value);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(value);
}

/** Reads members by their tests. An absent one is wrong if it is required, an unknown one always. */
function read(has: Has, body: Fields, tests: Readonly<Record<string, Test>>, required: readonly string[]): Read {
  const problems: string[] = [];
  for (const name of Object.keys(body)) {
    if (tests[name] === undefined && !has('unknown fields pass')) problems.push(name);
    else if (tests[name] !== undefined && !tests[name](body[name])) problems.push(name);
  }
  for (const name of required) if (body[name] === undefined && !has(`${name} is optional`)) problems.push(name);
  const known = Object.entries(body).filter(([name]) => tests[name] !== undefined);
  return { value: Object.fromEntries(known) as Thing, problems };
}

/** Reads a tool. */
export function readTool(has: Has, body: Fields, isPatch: boolean): Read {
  const tests: Record<string, Test> = {
    name: text(has('names may be empty') ? 0 : 1, has('longer names') ? 61 : has('shorter names') ? 59 : 60),
    code: (value) => typeof value === 'string' && (has('any code') || /^[A-Z]{2}[0-9]{4}$/.test(value)),
    kind: (value) => has('any kind') || ['hand', 'power', 'garden'].includes(String(value)),
    price: (value) => {
      if (has('price may be a number') && typeof value === 'number') return true;
      if (typeof value !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)) return false;
      if (!has('price may be negative') && Number(value) < 0.01) return false;
      return has('price of any precision') || !/\.\d\d.*[1-9]/.test(value.replace(/^(-?\d+\.\d\d)/, '0.00'));
    },
    deposit: whole(
      has('deposit below zero') ? -5 : 0,
      has('deposit above 500') ? 501 : has('deposit below 500') ? 499 : 500,
    ),
    weight: (value) => (has('weight may be text') && typeof value === 'string') || typeof value === 'number',
    fragile: (value) => typeof value === 'boolean' || has('fragile may be text'),
    notes: (value) => (value === null ? !has('notes are never null') : text(0, has('longer notes') ? 500 : 200)(value)),
    tags: (value) =>
      Array.isArray(value) &&
      value.length <= (has('more tags') ? 6 : 5) &&
      value.every((tag) => typeof tag === 'string') &&
      (has('tags twice') || new Set(value).size === value.length),
    supplier: (value) => typeof value === 'string',
    ...(has('identities may be sent') ? { id: () => true } : {}),
    ...(has('created_at may be sent') ? { created_at: () => true } : {}),
  };
  if (!isPatch) return read(has, body, tests, ['name', 'code', 'price']);
  const { code: _, ...changeable } = tests;
  // A patch removes what is not required by null.
  const removable = ['weight', 'tags', 'supplier', 'kind', 'deposit', 'fragile'];
  const patched = Object.fromEntries(
    Object.entries(changeable).map(([name, test]) => [
      name,
      (value: unknown) => (value === null && removable.includes(name)) || test(value),
    ]),
  );
  const { value, problems } = read(has, body, has('code may change') ? { ...patched, code: tests.code! } : patched, []);
  const defaults: Readonly<Record<string, Thing[string]>> = { kind: 'hand', deposit: 10, fragile: false };
  for (const name of removable) if (value[name] === null) value[name] = defaults[name];
  return { value, problems };
}

/** Reads a member. */
export function readMember(has: Has, body: Fields): Read {
  const tests = {
    name: text(1, 60),
    email: (value: unknown) => typeof value === 'string' && (has('any email') || /^[^@\s]+@[^@\s]+$/.test(value)),
    birthday: (value: unknown) =>
      typeof value === 'string' && (has('any birthday') || (/^\d{4}-\d\d-\d\d$/.test(value) && isDay(value))),
  };
  return read(has, body, tests, ['name', 'email']);
}

/** Reads the members of a loan. */
export function loanFields(
  has: Has,
  body: Fields,
  names: readonly string[],
  isWhole: boolean,
  most = has('longer loans') ? 31 : 30,
): Read {
  const tests: Record<string, Test> = {
    tool: (value) => uuid(value),
    member: (value) => uuid(value),
    days: whole(has('loans of no days') ? 0 : 1, most === 14 && has('longer extensions') ? 15 : most),
  };
  const own = Object.fromEntries(names.map((name) => [name, tests[name]!]));
  return read(has, body, own, isWhole ? names : []);
}
