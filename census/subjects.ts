/** Something that a description may state, as the ledger of its import finds it and as a plain scan of its JSON does. */
export interface Subject {
  readonly name: string;
  /** Whether the ledger has a fact of it, stated or lost: a fact is a JSON Pointer with its value. */
  ledger(facts: readonly Fact[]): boolean;
  scan(description: Description): boolean;
}

/** A fact of the ledger. */
export type Fact = readonly [pointer: string, value: unknown];

/** A description as plain JSON. */
export type Description = Readonly<Record<string, unknown>>;

/** The subjects of the census. */
export const subjects: readonly Subject[] = [
  {
    name: 'a response of an error (4xx, 5xx)',
    ledger: hasPlace(/\/responses\/[45][0-9X]{2}(\/|$)/i),
    scan: (description) => listResponses(description).some(([status]) => /^[45]/.test(status)),
  },
  {
    name: 'the response 429',
    ledger: hasPlace(/\/responses\/429(\/|$)/),
    scan: (description) => listResponses(description).some(([status]) => status === '429'),
  },
  {
    name: 'a security scheme',
    ledger: hasPlace(/^\/(components\/securitySchemes|securityDefinitions)\/./),
    scan: (description) =>
      countMembers(getAt(description, 'components', 'securitySchemes') ?? description.securityDefinitions) > 0,
  },
  {
    name: 'webhooks or callbacks',
    ledger: hasPlace(/^\/(x-)?webhooks\/.|^\/paths\/[^/]*\/[a-z]+\/callbacks\/./),
    scan: (description) =>
      countMembers(description.webhooks ?? description['x-webhooks']) > 0 ||
      listOperations(description).some(({ callbacks }) => countMembers(callbacks) > 0),
  },
  {
    name: 'a response with the header ETag',
    ledger: hasPlace(/\/headers\/etag(\/|$)/i),
    scan: (description) => hasKey(description, (key, parent) => parent === 'headers' && /^etag$/i.test(key)),
  },
  {
    name: 'something deprecated',
    ledger: hasPlace(/\/deprecated$/),
    scan: (description) => hasKey(description, (key, _, value) => key === 'deprecated' && typeof value === 'boolean'),
  },
  {
    name: 'a header for idempotency keys',
    ledger: (facts) =>
      facts.some(
        ([pointer, value]) => pointer.endsWith('/name') && /^(x-)?[a-z-]*idempotency[a-z-]*$/i.test(String(value)),
      ),
    scan: (description) =>
      hasKey(
        description,
        (key, _, value, siblings) =>
          key === 'name' && siblings.in === 'header' && typeof value === 'string' && /idempotency/i.test(value),
      ),
  },
  {
    name: 'a header of a rate limit',
    ledger: hasPlace(/\/headers\/(x-)?rate-?limit/i),
    scan: (description) => hasKey(description, (key, parent) => parent === 'headers' && /^(x-)?rate-?limit/i.test(key)),
  },
];

function hasPlace(pattern: RegExp): Subject['ledger'] {
  return (facts) => facts.some(([pointer]) => !/\/(x-)?examples?\//.test(pointer) && pattern.test(pointer));
}

/** Lists the facts below a JSON Pointer: scalars, and empty objects and lists. */
export function* listFacts(root: unknown, pointer: string): Iterable<Fact> {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  yield* walk(getAt(root, ...keys), pointer);
}

function* walk(value: unknown, pointer: string): Iterable<Fact> {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) yield [pointer, value];
  for (const [key, member] of members)
    yield* walk(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function getAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function countMembers(value: unknown): number {
  return isObject(value) ? Object.keys(value).length : 0;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

function listOperations({ paths }: Description): readonly Record<string, unknown>[] {
  return Object.values(isObject(paths) ? paths : {}).flatMap((item) =>
    isObject(item) ? methods.map((method) => item[method]).filter(isObject) : [],
  );
}

function listResponses(description: Description): readonly (readonly [string, unknown])[] {
  return listOperations(description).flatMap(({ responses }) => Object.entries(isObject(responses) ? responses : {}));
}

/** Whether a member of any object meets a condition, examples left out. */
function hasKey(
  root: unknown,
  meets: (key: string, parent: string, value: unknown, siblings: Readonly<Record<string, unknown>>) => boolean,
): boolean {
  const walk = (value: unknown, parent: string): boolean => {
    if (!isObject(value)) return false;
    return Object.entries(value).some(
      ([key, member]) =>
        !/^(x-)?examples?$/.test(key) &&
        (meets(key, parent, member, value) || walk(member, Array.isArray(value) ? parent : key)),
    );
  };
  return walk(root, '');
}
