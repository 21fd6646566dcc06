import fc from 'fast-check';

/** A request for one order. */
export interface Sent {
  readonly method: string;
  /** Behind the path of the order. */
  readonly action?: string;
  readonly body?: unknown;
  /** The body is a JSON Patch. */
  readonly patch?: boolean;
}

type Body = Readonly<Record<string, unknown>>;

const word = fc.constantFrom('a', 'b', 'c', 'long one');
const key = fc.constantFrom('home', 'work', 'a/b');

/** The shapes of a version. */
function shapesOf(version: 1 | 2) {
  const first = version === 1;
  const amount = fc.integer({ min: 0, max: 9 });
  const written = first ? amount.map(String) : amount;
  const address = fc.record(
    { street: word, [first ? 'town' : 'city']: word, ...(first ? {} : { zip: word }) },
    { requiredKeys: ['street'] },
  );
  const line = fc.record(
    { product: word, [first ? 'quantity' : 'count']: fc.integer({ min: 1, max: 4 }), weight: written },
    { requiredKeys: ['product', first ? 'quantity' : 'count'] },
  );
  const payment = fc.oneof(
    fc.record({ kind: fc.constant('card'), [first ? 'pan' : 'digits']: word }),
    fc.record({ kind: fc.constant('cash'), coins: amount }),
  );
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    [first ? 'name' : 'title']: word,
    remark: word,
    note: word,
    price: written,
    address,
    places: fc.dictionary(key, address, { maxKeys: 3 }),
    lines: fc.uniqueArray(line as fc.Arbitrary<Body>, { selector: ({ product }) => product, maxLength: 4 }),
    tags: fc.array(fc.constantFrom('red', 'blue'), { maxLength: 3 }),
    payment,
  };
  return { address, line, fields, required: [first ? 'name' : 'title', 'remark'] };
}

/** A body that creates or replaces an order. */
export function anyOrder(version: 1 | 2): fc.Arbitrary<Body> {
  const { fields, required } = shapesOf(version);
  return fc.record(fields, { requiredKeys: required }) as fc.Arbitrary<Body>;
}

/** A body with mistakes that its version refuses: of types, constraints and members, at the top and inside. */
function anyWrong(version: 1 | 2): fc.Arbitrary<Body> {
  const { fields } = shapesOf(version);
  const count = version === 1 ? 'quantity' : 'count';
  const amount = version === 1 ? 7 : 'x';
  const wrong: Record<string, fc.Arbitrary<unknown>> = {
    [version === 1 ? 'name' : 'title']: fc.constantFrom(5, null),
    remark: fc.constant(null),
    note: fc.constant(true),
    price: fc.constantFrom(amount, false),
    address: fc.constantFrom({}, { street: 1 }, { street: 's', country: 'FR' }, 'home', { street: null }),
    places: fc.constantFrom({ home: { street: 2, [version === 1 ? 'town' : 'city']: 3 } }, []),
    lines: fc.constantFrom([{ product: 'a', [count]: 0, weight: amount }], [{ [count]: 101 }, { product: 1 }], {}),
    tags: fc.constantFrom(['green'], ['red', 'none'], 'red'),
    payment: fc.constantFrom({ kind: 'card' }, { kind: 'cash', coins: 'x' }, { kind: 'other' }, { coins: 1 }),
    sku: fc.constant('unknown'),
  };
  const some = Object.fromEntries(
    Object.entries(wrong).map(([name, one]) => [
      name,
      fc.oneof({ weight: 2, arbitrary: fields[name] ?? one }, { weight: 1, arbitrary: one }),
    ]),
  );
  return fc.record(some, { requiredKeys: [] });
}

/** A few changes of an order, some of which its version turns down. */
export function anyChanges(version: 1 | 2): fc.Arbitrary<readonly Sent[]> {
  const { fields, address } = shapesOf(version);
  const nulls = Object.entries(fields).map(([name, one]) => [name, fc.option(one, { freq: 4 })] as const);
  const part = fc.option(address, { freq: 5 }).map((one) => one && omit(one as Body, 'street'));
  const merged = fc.record(
    {
      ...Object.fromEntries(nulls),
      address: fc.oneof(nulls.find(([name]) => name === 'address')![1], part),
      places: fc.option(fc.dictionary(key, fc.oneof(fc.constant(null), address, part), { maxKeys: 2 })),
    },
    { requiredKeys: [] },
  );
  const change = fc.oneof(
    { weight: 3, arbitrary: merged.map((body): Sent => ({ method: 'PATCH', body })) },
    { weight: 2, arbitrary: anyOrder(version).map((body): Sent => ({ method: 'PUT', body })) },
    { weight: 4, arbitrary: anyPatch(version).map((body): Sent => ({ method: 'PATCH', patch: true, body })) },
    {
      weight: 3,
      arbitrary: fc.record({ method: fc.constantFrom('PATCH', 'PUT'), body: anyWrong(version) }),
    },
    { weight: 1, arbitrary: fc.constant<Sent>({ method: 'POST', action: '/close' }) },
  );
  return fc.array(change, { minLength: 1, maxLength: 4 });
}

function anyPatch(version: 1 | 2): fc.Arbitrary<readonly object[]> {
  const { fields, line, address } = shapesOf(version);
  const count = version === 1 ? 'quantity' : 'count';
  const index = fc.constantFrom('0', '1', '2');
  const setter = fc.constantFrom('add', 'replace');
  const set = (path: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) => fc.record({ op: setter, path, value });
  const anyField = fc.constantFrom(...Object.keys(fields)).chain((name) => set(fc.constant(`/${name}`), fields[name]!));
  const anyPlace = fc.constantFrom(
    ...Object.keys(fields),
    'lines/0',
    'lines/1/weight',
    'places/home',
    'address/street',
  );
  const one = fc.oneof(
    anyField,
    set(
      index.map((at) => `/lines/${at}/${count}`),
      fc.integer({ min: 1, max: 4 }),
    ),
    set(fc.constantFrom('/places/home', '/places/work'), address),
    fc.record({ op: fc.constant('replace'), path: fc.constant('/address/street'), value: word }),
    fc.record({ op: fc.constant('add'), path: fc.constantFrom('/lines/-', '/lines/0'), value: line }),
    fc.record({
      op: fc.constant('add'),
      path: fc.constantFrom('/tags/-', '/tags/0'),
      value: fc.constantFrom('red', 'blue'),
    }),
    fc.record({ op: fc.constant('remove'), path: anyPlace.map((name) => `/${name}`) }),
    fc.record({ op: fc.constant('move'), from: index.map((at) => `/lines/${at}`), path: fc.constant('/lines/0') }),
    fc.record({
      op: fc.constant('move'),
      from: fc.constantFrom('/note', '/remark'),
      path: fc.constantFrom('/note', '/remark'),
    }),
  );
  return fc.array(one, { minLength: 1, maxLength: 3 });
}

function omit(body: Body, name: string): Body {
  const { [name]: _, ...rest } = body;
  return rest;
}
