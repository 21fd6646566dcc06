import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { compareDecimals } from '../../../src/text/numbers/decimals.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { things } from './inner-filters.fixture.ts';

type Held = Readonly<Record<string, unknown>>;

/** Members with values of which some are equal, some absent and some hostile. */
const parts: readonly (Held | null)[] = [
  { text: 'straße', count: 3, ratio: 0.1, price: '1.0', open: true, day: '2026-11-01', kind: 'a', memo: 'm' },
  { text: 'STRASSE', count: -3, ratio: 1e21, price: '1.00', open: false, day: '2026-11-02', kind: 'b c', memo: null },
  { text: "x' OR 1=1 --", count: 0, ratio: 2 ** 60, price: '-0', memo: '', größe: 'Å', tags: ['x', '"x"', "'"] },
  { text: '"},{"text":"a"', count: 9007199254740991, ratio: -0.5, price: '0.0', größe: 'A\u030a', tags: ['y'] },
  { text: '\u{1F600}\u0301', at: '2026-11-01T10:00:00+01:00', how: { way: 'mail', to: 'ada@x.test' } },
  { text: '', at: '2026-11-01T09:00:00.000Z', how: { way: 'post', to: 'Ada', stamps: 1 } },
  { text: '%_\\\n\t', inner: { text: 'in', inner: { count: 7 }, memo: 'inside' } },
  { count: 3, price: '10', inner: { text: '$.text' } },
  {},
  null,
];

/** The values of requests, by member. */
const values: Readonly<Record<string, readonly string[]>> = {
  text: [
    'straße',
    'STRASSE',
    "x' OR 1=1 --",
    '"},{"text":"a"',
    '\u{1F600}\u0301',
    '\u{1F600}',
    '',
    '%_\\\n\t',
    's',
    'a',
  ],
  count: ['3', '-3', '0', '9007199254740991', '1'],
  big: ['9223372036854775807', '9223372036854775806', '-1'],
  ratio: ['0.1', '1e21', '1152921504606846976', '-0.5', '0'],
  price: ['1', '1.000', '0', '10', '-1'],
  open: ['true', 'false'],
  at: ['2026-11-01T09:00:00Z', '2026-11-01T10:00:00+01:00', '2027-01-01T00:00:00Z'],
  day: ['2026-11-01', '2026-11-02'],
  kind: ['a', 'b c'],
  memo: ['m', '', 'inside'],
  größe: ['Å', 'A\u030a', 'å'],
};

function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values at the end of a path; of a list those of all items. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value) && path.length > 0) return value.flatMap((item) => valuesAt(item, path));
  const [name, ...others] = path;
  if (name === undefined) return [value];
  return isHeld(value) && value[name] !== undefined ? valuesAt(value[name], others) : [];
}

function codePoints(text: string): readonly number[] {
  return [...text].map((one) => one.codePointAt(0)!);
}

function compareTexts(left: string, right: string): number {
  const [a, b] = [codePoints(left), codePoints(right)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}

/** Compares a value with the text of a request, by the type of the member. */
function compare(member: string, value: unknown, text: string): number {
  switch (member) {
    case 'count':
    case 'ratio':
      return Number(value) - Number(text);
    case 'big':
      return Number(BigInt(String(value)) - BigInt(text));
    case 'price':
      return compareDecimals(String(value), text);
    case 'at':
      return Date.parse(String(value)) - Date.parse(text);
    default:
      return compareTexts(String(value), text);
  }
}

function holds(member: string, operator: string, value: unknown, text: string): boolean {
  if (operator === '!=' && value === null) return true;
  if (value === null) return false;
  switch (operator) {
    case '=':
      return compare(member, value, text) === 0;
    case '!=':
      return compare(member, value, text) !== 0;
    case 'in':
      return text.split(',').some((one) => compare(member, value, one) === 0);
    case '<':
      return compare(member, value, text) < 0;
    case '<=':
      return compare(member, value, text) <= 0;
    case '>':
      return compare(member, value, text) > 0;
    case '>=':
      return compare(member, value, text) >= 0;
    case 'contains':
      return Array.isArray(value) ? value.includes(text) : String(value).includes(text);
    default:
      return String(value).startsWith(text);
  }
}

for (const [name, addressOf] of everyStore) {
  describe(`filters by members of objects ${name}`, () => {
    let served: Served;
    const keys: Record<string, string> = {};
    const records: Record<string, Held[]> = { a: [], b: [] };
    const makers: Record<string, number> = {};

    const created = async (path: string, key: string, body: object): Promise<Held> => {
      // Digits of 64 bits, which JSON.stringify cannot write.
      const text = JSON.stringify(body).replace(/"big":"(-?\d+)"/g, '"big":$1');
      const got = await served.ask(`POST ${path}`, { key, text, headers: { 'content-type': 'application/json' } });
      assert.equal(got.status, 201, got.text);
      return JSON.parse(got.text.replace(/"big":(-?\d+)/g, '"big":"$1"'));
    };
    const query = async (key: string, asked: Readonly<Record<string, string>>): Promise<readonly number[]> => {
      const got = await served.ask(`GET /things?${new URLSearchParams({ ...asked })}`, { key: keys[key]! });
      assert.equal(got.status, 200, got.text);
      const ids = got.json.data.map(({ id }: { id: number }) => id);
      assert.equal(got.json.total, ids.length, JSON.stringify(asked));
      return ids;
    };

    before(async () => {
      served = await serve(things, {}, undefined, await addressOf());
      for (const shop of ['a', 'b']) keys[shop] = await served.key(['shop'], { shop });
      keys.root = await served.key(['root'], { shop: 'a' });
      for (const shop of ['a', 'b']) {
        const seat = { text: `seat ${shop}`, count: shop === 'a' ? 1 : 2 };
        const body = { name: `maker ${shop}`, seat, seats: [seat, { count: 5 }] };
        makers[shop] = (await created('/makers', keys[shop]!, body)).id as number;
      }
      for (const [at, part] of parts.entries()) {
        const shop = at % 3 === 2 ? 'b' : 'a';
        const other = parts[(at + 1) % parts.length]!;
        const body = {
          part: part && { ...part, ...(at === 3 ? { big: '9223372036854775807' } : {}), maker: makers[shop] },
          parts: at === 8 ? [] : [part, other && { ...other, ...(at === 0 ? { big: '9223372036854775806' } : {}) }],
          ...(at < 2 ? { grid: [[], [{ text: 'g' }, { text: `g${at}` }]] } : {}),
          maker: makers[shop],
          makers: [makers[shop]],
          labels: [`l${at % 2}`, shop],
        };
        records[shop]!.push(await created('/things', keys[shop]!, body));
      }
      // Of shop a, whose maker only shop b may read.
      const foreign = { maker: makers.b, makers: [makers.b], part: { maker: makers.b }, parts: [{ maker: makers.b }] };
      records.a!.push(await created('/things', keys.root, foreign));
    });
    after(() => served.close());

    test('S36, S43: filters by members find the same as an evaluation of each record, for each operator, type and tenant', async () => {
      const list = served.plan.operations.find(({ name: operation }) => operation === 'list Thing')!;
      let compared = 0;
      for (const { name: parameter, mapsTo: means } of list.parameters) {
        if (means.kind !== 'filter' || (means.path[0] !== 'part' && means.path[0] !== 'parts')) continue;
        const member = means.path.at(-1)!;
        const asked = values[member];
        if (asked === undefined || means.path.length > 2) continue;
        const several = asked.filter((text) => !text.includes(',')).slice(0, 3);
        for (const text of means.operator === 'in' ? [...several, several.join(',')] : asked) {
          for (const shop of ['a', 'b']) {
            const expected: unknown[] = records[shop]!.filter((record) => {
              return valuesAt(record, means.path).some((value) => holds(member, means.operator, value, text));
            }).map(({ id }) => id);
            const what: string = `${means.path.join('.')} ${means.operator} ${JSON.stringify(text)} of ${shop}`;
            assert.deepEqual(await query(shop, { [parameter]: text }), expected, what);
            compared += expected.length;
          }
        }
      }
      assert.ok(compared > 200, `${compared} records were found`);
    });

    test('look at any depth, into unions and into lists of lists', async () => {
      const ids = (shop: string, ...at: number[]): readonly unknown[] => at.map((place) => records[shop]![place]!.id);
      assert.deepEqual(await query('a', { deep: 'in' }), ids('a', 4));
      assert.deepEqual(await query('a', { deep: '$.text' }), ids('a', 5));
      assert.deepEqual(await query('b', { deep: '$.text' }), []);
      assert.deepEqual(await query('a', { deep: '$.text', 'part.text': '' }), []);
      assert.deepEqual(await query('a', { deepest: '6' }), ids('a', 4));
      assert.deepEqual(await query('a', { inner_parts: 'in,$.text' }), ids('a', 4, 5));
      assert.deepEqual(await query('a', { grid: 'g' }), ids('a', 0, 1));
      assert.deepEqual(await query('a', { grid: 'g1' }), ids('a', 1));
      assert.deepEqual(await query('a', { way: 'mail' }), ids('a', 3));
      assert.deepEqual(await query('b', { way: 'post' }), ids('b', 1));
      assert.deepEqual(await query('b', { to: 'da' }), ids('b', 1));
      assert.deepEqual(await query('b', { tag: "'" }), ids('b', 0));
      assert.deepEqual(await query('a', { any_tag: '"x"' }), ids('a', 1));
      assert.deepEqual(await query('a', { any_tag: 'y' }), ids('a', 2));
      const wrong = await served.ask('GET /things?way=pigeon', { key: keys.a! });
      assert.equal(wrong.status, 422, wrong.text);
    });

    test('S36: filters through members and items find records by references only if the caller may read the other record', async () => {
      const all = records.a!.slice(0, -1).map(({ id }) => id);
      const foreign = records.a!.at(-1)!.id;
      const withMaker = records.a!.filter(({ part }) => part !== null && (part as Held)?.maker === makers.a);
      for (const parameter of ['maker_name', 'makers_name']) {
        assert.deepEqual(await query('a', { [parameter]: 'maker a' }), all);
        assert.deepEqual(await query('a', { [parameter]: 'maker b' }), []);
      }
      assert.ok((await query('root', { maker_name: 'maker b' })).includes(foreign as number));
      assert.deepEqual(await query('a', { maker_seat: 'seat a' }), all);
      assert.deepEqual(await query('a', { maker_seat: 'seat b' }), []);
      assert.deepEqual(await query('a', { maker_seats: '5' }), all);
      assert.deepEqual(
        await query('a', { part_maker: 'maker a' }),
        withMaker.map(({ id }) => id),
      );
      assert.deepEqual(
        await query('a', { part_maker_id: String(makers.a) }),
        withMaker.map(({ id }) => id),
      );
      assert.deepEqual(await query('a', { part_maker_id: String(makers.b) }), []);
      assert.deepEqual(await query('a', { any_maker_id: `${makers.a},${makers.b}` }), []);
      assert.deepEqual(await query('root', { any_maker_id: `${makers.a},${makers.b}` }), [foreign]);
      assert.deepEqual(await query('a', { part_maker: 'maker b' }), []);
      assert.deepEqual(await query('a', { any_maker: 'maker b' }), []);
      assert.deepEqual(await query('root', { any_maker: 'maker b' }), [foreign]);
    });

    test('decide which records figures count', async () => {
      const figures = async (shop: string, asked: Readonly<Record<string, string>>): Promise<unknown> => {
        const got = await served.ask(`GET /labels?${new URLSearchParams(asked)}`, { key: keys[shop]! });
        assert.equal(got.status, 200, got.text);
        return got.json;
      };
      assert.deepEqual(await figures('a', { text: 'straße' }), { labels: ['a', 'l0', 'l1'], number: 2 });
      assert.deepEqual(await figures('b', { text: 'straße' }), { labels: [], number: 0 });
      assert.deepEqual(await figures('a', { text: 'STRASSE' }), { labels: ['a', 'l0', 'l1'], number: 2 });
      assert.deepEqual(await figures('a', { floor: '3' }), { labels: ['a', 'l1', 'l0'], number: 3 });
    });

    test('name the member that an index of PostgreSQL cannot hold', async () => {
      const text = randomBytes(2_400).toString('base64');
      const made = await served.ask('POST /things', { key: keys.b!, body: { part: { text } } });
      const inItems = await served.ask('POST /things', { key: keys.b!, body: { parts: [{ text }] } });
      assert.equal(inItems.status, 201, inItems.text);
      assert.deepEqual(await query('b', { any_text_is: text }), [inItems.json.id]);
      if (made.status === 201) assert.deepEqual(await query('b', { text_is: text }), [made.json.id]);
      else assert.equal(made.json.errors[0].pointer, '/part/text', made.text);
      assert.equal(made.status, name === 'on SQLite' ? 201 : 422);
    });

    test('hold on each page of a cursor, and after a change of the record', async () => {
      const expected = records
        .a!.filter((record) => valuesAt(record, ['part', 'maker']).length > 0)
        .map(({ id }) => id);
      const found: unknown[] = [];
      let cursor: string | null = null;
      do {
        const asked: Record<string, string> = { maker_is: String(makers.a), limit: '2', ...(cursor && { cursor }) };
        const { json, text } = await served.ask(`GET /things?${new URLSearchParams(asked)}`, { key: keys.a! });
        assert.ok(json.data.length <= 2, text);
        assert.equal(json.total, expected.length - 1);
        found.push(...json.data.map(({ id }: Held) => id));
        cursor = json.next ?? null;
      } while (cursor !== null);
      assert.deepEqual(found, expected.slice(0, -1));
      const [first] = expected;
      const patched = await served.ask(`PATCH /things/${first}`, {
        key: keys.a!,
        text: '{"part":{"count":77}}',
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      assert.equal(patched.status, 200, patched.text);
      assert.deepEqual(await query('a', { count_is: '77' }), [first]);
      assert.deepEqual(await query('b', { count_is: '77' }), []);
    });
  });
}
