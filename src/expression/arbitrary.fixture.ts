/** Numbers from 0 to below 1, the same for the same seed. */
export type Random = () => number;

/** A source of numbers for generators that need to be repeatable. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of several things. */
export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

const texts = [
  '',
  'a',
  'b',
  'ab',
  'AbÉb',
  '\u2003 a\t',
  'é',
  '\u{1f600}',
  '\uffee',
  'open',
  '2026-01-01',
  '10',
  '1.5',
  'x y',
];
const ints = [0, 1, -1, 2, 3, 7, -5, 10, 100, 2 ** 31, -(2 ** 53 - 1), 2 ** 53 - 1];
const wides = [0n, 1n, -1n, 7n, 2n ** 62n, 2n ** 63n - 1n, -(2n ** 63n)];
const doubles = [0, 0.5, 1, -1.5, 2, 3.25, 1e10, -1e300];
/** Decimals with the same value and other texts, and those of the most digits. */
const decimals = [
  ...['0', '-0', '0.00', '1', '1.0', '-1', '-1.00', '10.50', '9.999', '-9.9', '-10'],
  ...['1'.repeat(38), `-${'9'.repeat(38)}`, `0.${'0'.repeat(36)}1`, `-0.${'0'.repeat(35)}10`],
];
const dates = ['2026-01-01', '2026-02-28', '1999-12-31', '2026-11-01'];
const moments = ['2026-01-01T00:00:00.000Z', '2026-11-01T09:00:00.250Z', '1969-12-31T23:59:59.999Z'];

const some = <T>(random: Random, from: readonly T[]): T[] =>
  Array.from({ length: Math.floor(random() * 4) }, () => pick(random, from));

/** A record of the resource Invoice of the fixture, as the process holds it; optional fields are often absent. */
export function recordOf(random: Random): Record<string, unknown> {
  const absent = <T>(value: T): T | undefined => (random() < 0.4 ? undefined : value);
  const orNull = <T>(value: T): T | null => (random() < 0.4 ? null : value);
  const record: Record<string, unknown> = {
    id: pick(random, texts),
    n: pick(random, ints),
    m: absent(pick(random, ints)),
    k: orNull(pick(random, ints)),
    big: pick(random, wides),
    huge: absent(pick(random, wides)),
    total: pick(random, doubles),
    rate: absent(pick(random, doubles)),
    ratio: orNull(pick(random, doubles)),
    name: pick(random, texts),
    memo: absent(pick(random, texts)),
    note: orNull(pick(random, texts)),
    flag: random() < 0.5,
    maybe: absent(random() < 0.5),
    status: pick(random, ['draft', 'open', 'paid']),
    amount: pick(random, decimals),
    fee: absent(pick(random, decimals)),
    tip: orNull(pick(random, decimals)),
    amounts: some(random, decimals),
    issued_on: pick(random, dates),
    due_on: absent(pick(random, dates)),
    created_at: pick(random, moments),
    paid_at: absent(pick(random, moments)),
    seen_at: orNull(pick(random, moments)),
    customer: pick(random, ['c1', 'c2']),
    payer: absent(pick(random, ['c1', 'c2'])),
    tags: some(random, texts),
    labels: absent(some(random, texts)),
    counts: some(random, ints),
    prices: some(random, doubles),
    times: some(random, moments),
    scores: Object.fromEntries(some(random, ['a', 'b']).map((key) => [key, pick(random, ints)])),
    lines: some(random, ints).map((amount) => ({
      amount,
      price: orNull(pick(random, doubles)),
      ...(random() < 0.5 ? { label: pick(random, texts) } : {}),
    })),
    address: absent({ zip: orNull(pick(random, texts)), ...(random() < 0.5 ? { city: pick(random, texts) } : {}) }),
  };
  for (const [name, value] of Object.entries(record)) if (value === undefined) delete record[name];
  return record;
}

type Kind = 'bool' | 'int' | 'wide' | 'double' | 'string' | 'date' | 'timestamp' | 'duration' | 'strings' | 'ints';

const leaves: Readonly<Record<Kind, readonly string[]>> = {
  bool: [
    'true',
    'false',
    'record.flag',
    'record.maybe',
    'has(record.m)',
    'has(record.address.city)',
    'record.note == null',
    'has(record.scores.a)',
  ],
  int: [
    '0',
    '1',
    '2',
    '-3',
    '7',
    'record.n',
    'record.m',
    'record.k',
    'record.scores.a',
    'record.scores["b"]',
    'record.counts[0]',
    'record.lines[1].amount',
    '9007199254740991',
  ],
  wide: ['record.big', 'record.huge', '9223372036854775807', '-9223372036854775808'],
  double: ['0.5', '2.0', '-1.25', 'record.total', 'record.rate', 'record.ratio', 'record.prices[0]'],
  string: [
    '""',
    '"a"',
    '"é"',
    '"10"',
    '"1.5"',
    '"\\U0001F600"',
    '"\\uffee"',
    'record.name',
    'record.memo',
    'record.note',
    'record.status',
    'record.customer',
    'record.payer',
    'record.tags[0]',
    'record.address.city',
    'record.address.zip',
  ],
  date: ['record.issued_on', 'record.due_on', 'today'],
  timestamp: [
    'record.created_at',
    'record.paid_at',
    'record.seen_at',
    'now',
    'timestamp("2026-11-01T09:00:00.250Z")',
    'record.times[0]',
  ],
  duration: ['duration("1h")', 'duration("-90m")', 'duration("1.5s")', 'duration("250ms")'],
  strings: ['record.tags', 'record.labels', '["a", "é"]', '[]'],
  ints: ['record.counts', '[1, 2]', '[record.n, 3]'],
};
const getters = [
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
];
const zones = ['', '', '"UTC"', '"Europe/Zurich"', '"America/St_Johns"', '"Asia/Kathmandu"', '"+05:30"'];
/** An empty part has no place here, and is between all characters in CEL. */
const parts = ['"a"', '"b"', '"é"', '"-0"', '"ab"', '"\\U0001F600"'];
const compared: readonly Kind[] = ['int', 'wide', 'double', 'string', 'date', 'timestamp', 'duration'];

/** The text of an expression over the record of the fixture, well-typed for the most part. */
export function expressionOf(random: Random, kind: Kind = 'bool', depth = 4): string {
  const make = (inner: Kind): string => expressionOf(random, inner, depth - 1);
  const leaf = (): string => pick(random, leaves[kind]);
  if (depth === 0 || random() < 0.12) return leaf();
  const choose = (): string => `(${make('bool')} ? ${make(kind)} : ${make(kind)})`;
  switch (kind) {
    case 'bool':
      return condition(random, make);
    case 'int':
      return pick(random, [
        () => `(${make('int')} ${pick(random, ['+', '-', '*', '/', '%'])} ${make('int')})`,
        () => `-(${make('int')})`,
        () => `size(${make(pick(random, ['string', 'strings', 'ints']))})`,
        () => `int(${make(pick(random, ['double', 'string', 'timestamp', 'int']))})`,
        () => `${make('timestamp')}.${pick(random, getters)}(${pick(random, zones)})`,
        () => `${make('duration')}.${pick(random, ['getHours', 'getMinutes', 'getSeconds'])}()`,
        choose,
      ])();
    case 'wide':
      return `(${make('wide')} ${pick(random, ['+', '-', '*', '/', '%'])} ${make(pick(random, ['wide', 'int']))})`;
    case 'double':
      return pick(random, [
        () => `(${make('double')} ${pick(random, ['+', '-', '*', '/'])} ${make('double')})`,
        () => `double(${make(pick(random, ['int', 'string', 'wide']))})`,
        choose,
      ])();
    case 'string':
      return pick(random, [
        () => `(${make('string')} + ${make('string')})`,
        () => `string(${make(pick(random, ['int', 'bool', 'string', 'wide']))})`,
        () => `${make('string')}.${pick(random, ['lowerAscii', 'upperAscii', 'trim'])}()`,
        () => `${make('string')}.replace(${pick(random, parts)}, ${make('string')})`,
        () => `${make('string')}.substring(${make('int')}${random() < 0.5 ? '' : `, ${make('int')}`})`,
        () => `${make('strings')}.join(${random() < 0.5 ? '' : make('string')})`,
        choose,
      ])();
    case 'date':
      return pick(random, [leaf, choose])();
    case 'timestamp':
      return pick(random, [
        () => `(${make('timestamp')} ${pick(random, ['+', '-'])} ${make('duration')})`,
        () => `timestamp(${make('int')})`,
        choose,
      ])();
    case 'duration':
      return pick(random, [
        () => `(${make('timestamp')} - ${make('timestamp')})`,
        () => `(${make('duration')} ${pick(random, ['+', '-'])} ${make('duration')})`,
        () => `${pick(random, ['seconds', 'minutes', 'hours', 'days'])}(${make('int')})`,
      ])();
    case 'strings':
      return pick(random, [
        () => `(${make('strings')} + ${make('strings')})`,
        () => `[${make('string')}, ${make('string')}]`,
        () => `${make('string')}.split(${pick(random, parts)})`,
        () => `${make('strings')}.filter(s, ${pick(random, ['s != ""', `s < ${make('string')}`])})`,
        () => `${make(pick(random, ['ints', 'strings']))}.map(x, string(x))`,
      ])();
    case 'ints':
      return pick(random, [
        () => `${make('ints')}.map(i, i ${pick(random, ['+', '/', '*'])} ${make('int')})`,
        () => `record.lines.map(l, l.amount)`,
        () => `${make('ints')}.filter(i, i > ${make('int')})`,
      ])();
  }
}

function condition(random: Random, make: (kind: Kind) => string): string {
  const comparison = (): string => {
    const kind = pick(random, compared);
    return `(${make(kind)} ${pick(random, ['==', '!=', '<', '<=', '>', '>='])} ${make(kind)})`;
  };
  const macro = pick(random, ['all', 'exists', 'exists_one']);
  return pick(random, [
    comparison,
    comparison,
    () => `(${make('bool')} ${pick(random, ['&&', '||'])} ${make('bool')})`,
    () => `(${make('bool')} ${pick(random, ['&&', '||'])} ${make('bool')})`,
    () => `!${make('bool')}`,
    () => `(${make('string')} in ${make('strings')})`,
    () => `(${make('int')} in ${make('ints')})`,
    () => `${make('string')}.${pick(random, ['contains', 'startsWith', 'endsWith'])}(${make('string')})`,
    () => `${make('string')}.matches(${pick(random, ['"^a"', '"[0-9]{2,}"', '"é|b$"', '"."', '"^$"'])})`,
    () => `${make('strings')}.${macro}(s, s ${pick(random, ['==', '<'])} ${make('string')})`,
    () => `${make('ints')}.${macro}(i, ${make('int')} ${pick(random, ['/', '%'])} i > 0)`,
    () =>
      `record.lines.${macro}(l, ${pick(random, ['l.label == "a"', 'l.price > 0.5', 'l.amount > record.n', 'has(l.label)'])})`,
    () => `("a" in record.scores)`,
    () => `(record.note ${pick(random, ['==', '!='])} ${pick(random, ['null', make('string')])})`,
    () => `(record.seen_at ${pick(random, ['==', '!='])} ${pick(random, ['null', make('timestamp')])})`,
  ])();
}
