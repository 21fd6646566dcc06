import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FailureReason, failures } from './failures.ts';
import { compiled, evaluate, everywhere, int, orNull, read, wide } from './javascript/compiled.fixture.ts';
import { compileExpression } from './javascript.ts';
import { collectReferences } from './references.ts';

const record = {
  n: 7,
  k: null,
  big: 9223372036854775807n,
  total: 1.5,
  name: 'a\u{1f600}',
  note: null,
  flag: true,
  status: 'open',
  issued_on: '2026-01-01',
  created_at: '2026-01-01T00:00:00.000Z',
  seen_at: null,
  customer: 'c1',
  tags: ['a', 'b'],
  counts: [1, 2, 3],
  prices: [0.5, 1],
  times: ['2026-01-01T00:00:00.000Z'],
  scores: { a: 1 },
  lines: [
    { amount: 2, price: null },
    { amount: 3, price: 1.5, label: 'x' },
  ],
  meta: { a: { b: 1 }, list: [1, 'x'] },
  'first-name': 'Ada',
};
const given = {
  record,
  now: Date.parse('2026-11-01T09:00:00.250Z'),
  today: '2026-11-01',
  caller: {},
  input: { amount: 4 },
};

const values: readonly (readonly [string, unknown])[] = [
  ['n / 2', 3],
  ['-7 / 2', -3],
  ['now - created_at', '26298000.250s'],
  ['[days(1), seconds(-1)]', ['86400s', '-1s']],
  ['flag ? null : days(1)', null],
  ['-7 % 3', -1],
  ['big - 1', 9223372036854775806n],
  ['big > n', true],
  ['size(name)', 2],
  ['"\\uffee" < "\\U0001F600"', true],
  ['sum(counts) + sum([])', 6],
  ['sum(prices)', 1.5],
  ['sum([big - 1, 1])', 9223372036854775807n],
  ['size(meta.list) + size(meta.a) + size(scores)', 4],
  ['double("-1.5e1") + double(meta.a.b)', -14],
  ['sum(lines.map(l, l.amount * 2))', 10],
  ['note == null && note != "a"', true],
  ['created_at + duration("36h")', '2026-01-02T12:00:00.000Z'],
  ['now', '2026-11-01T09:00:00.250Z'],
  ['[now, created_at].map(t, t + duration("1s"))', ['2026-11-01T09:00:01.250Z', '2026-01-01T00:00:01.000Z']],
  ['now in times', false],
  ['string(now - timestamp("2026-11-01T09:00:00Z"))', '0.250s'],
  ['int(created_at)', 1767225600],
  ['flag || m == 1', true],
  ['m == 1 || flag', true],
  ['m == 1 && paid_at < now || memo == "a" || flag', true],
  ['m == 1 && memo == "a" || true', true],
  ['counts.exists(i, 1 / (i - 1) == 1)', true],
  ['counts.map(i, i > 1, i * 10)', [20, 30]],
  ['scores.exists(key, key == "a")', true],
  ['has(old)', false],
  ['has(lines[1].label) && !has(lines[0].label)', true],
  ['has(record.constructor)', false],
  ['has(caller.shop)', false],
  ['meta.a.b == 1 && meta.list[1] == "x"', true],
  ['record["first-name"] + "!"', 'Ada!'],
  ['customer.shop', 'north'],
  ['created_at + days(n)', '2026-01-08T00:00:00.000Z'],
  ['created_at - minutes(n) - seconds(1)', '2025-12-31T23:52:59.000Z'],
  ['timestamp("2024-02-29T12:00:00Z") + months(12)', '2025-02-28T12:00:00.000Z'],
  ['timestamp("2026-03-31T12:00:00Z") - months(1)', '2026-02-28T12:00:00.000Z'],
  ['timestamp("0099-01-31T00:00:00Z") + months(1)', '0099-02-28T00:00:00.000Z'],
  ['months(-13) + created_at', '2024-12-01T00:00:00.000Z'],
  ['timestamp(n)', '1970-01-01T00:00:07.000Z'],
  ['timestamp(issued_on) + hours(1)', '2026-01-01T01:00:00.000Z'],
  ['int(timestamp(-1) + seconds(n))', 6],
  ['now + days(n) == timestamp("2026-11-08T09:00:00.25Z")', true],
  ['issued_on + days(59)', '2026-03-01'],
  ['date("2028-01-31") + months(1)', '2028-02-29'],
  ['days(-1) + issued_on', '2025-12-31'],
  ['(date("2026-03-30") - issued_on).getDays()', 88],
  ['issued_on - today < days(-303)', true],
  ['issued_on + (today - issued_on) == today', true],
  ['date(now)', '2026-11-01'],
  ['date(now, "Pacific/Auckland")', '2026-11-01'],
  ['date(timestamp("2026-06-30T22:30:00Z"), "Europe/Zurich")', '2026-07-01'],
  ['date(timestamp("2026-12-31T22:30:00Z"), "Europe/Zurich")', '2026-12-31'],
  ['timestamp("2026-03-29T01:00:00Z").getHours("Europe/Zurich")', 3],
  ['timestamp("1850-01-01T00:00:00Z").getMinutes("Europe/Zurich")', 34],
  ['now.getHours("-02:30") * 100 + now.getMinutes("-02:30")', 630],
  ['[issued_on.getFullYear(), issued_on.getMonth(), issued_on.getDate(), issued_on.getDayOfMonth()]', [2026, 0, 1, 0]],
  ['[today.getDayOfWeek(), today.getDayOfYear(), now.getMilliseconds()]', [0, 304, 250]],
  ['[duration("36h").getDays(), duration("-90m").getHours(), duration("90m").getMinutes()]', [1, -1, 90]],
  ['"AbÉ".lowerAscii() + "AbÉß".upperAscii()', 'abÉABÉß'],
  ['"\\u00a0 a b\\u2003\\n".trim() + " ".trim()', 'a b'],
  ['"a.b.c".replace(".", "--") + "a".replace("", "x")', 'a--b--ca'],
  ['"a,b,,c".split(",")', ['a', 'b', '', 'c']],
  ['"a\\U0001F600".split("")', ['a', '\u{1f600}']],
  ['tags.join("-") + tags.join() + [].join("x")', 'a-bab'],
  ['name.substring(1) + name.substring(0, 1) + name.substring(2)', '\u{1f600}a'],
  ['"ab12".matches("[0-9]{2}$") && !"x".matches("^[0-9]")', true],
  ['slug("  L’Été à Zürich: Ærø & Łódź — №5!  ")', 'lete-a-zurich-aero-lodz-no5'],
  ['slug("日本") + slug("--a--b--")', 'a-b'],
  ['size(slug("abcdefghij ".replace(" ", "-").split("").map(x, "abcdefghij-").join()))', 80],
  ['tags.map(x, tags.filter(y, y != x).map(x, x + "!"))', [['b!'], ['a!']]],
];

for (const [text, due] of values) {
  test(`\`${text}\` is worked out`, () => {
    assert.deepEqual(evaluate(text, { ...given, refs: { 'record.customer': { shop: 'north' } } }), due);
  });
}

const failing: readonly (readonly [string, FailureReason])[] = [
  ['m + 1', 'absent'],
  ['old.n', 'absent'],
  ['caller.shop', 'absent'],
  ['record.constructor == "a"', 'absent'],
  ['payer.shop', 'absent'],
  ['k + 1', 'null'],
  ['lines[0].price > 1.0', 'null'],
  ['lines.map(l, l.price)[0] > 1.0', 'null'],
  ['[k, n][0] + 1', 'null'],
  ['seen_at < now', 'null'],
  ['note in tags', 'null'],
  ['9007199254740991 + n', 'overflow'],
  ['big + 1', 'overflow'],
  ['sum([big, 1])', 'overflow'],
  ['sum([k, 1])', 'null'],
  ['total / 0.0', 'overflow'],
  ['n / 0', 'division by zero'],
  ['big % 0', 'division by zero'],
  ['counts[3]', 'no such item'],
  ['int("x")', 'not convertible'],
  ['double("1 ")', 'not convertible'],
  ['timestamp("9999-12-31T23:59:59Z") + duration("1h")', 'overflow'],
  ['timestamp("9999-12-31T23:59:59Z") + months(1)', 'overflow'],
  ['issued_on - months(24313)', 'overflow'],
  ['now + months(9007199254740991)', 'overflow'],
  ['issued_on + days(3000000)', 'overflow'],
  ['now + days(big)', 'overflow'],
  ['days(200000000) == days(1)', 'overflow'],
  ['timestamp(253402300800)', 'overflow'],
  ['timestamp(-62135596801)', 'overflow'],
  ['date(timestamp("9999-12-31T23:00:00Z"), "Europe/Zurich")', 'overflow'],
  ['date(timestamp("0001-01-01T00:00:00Z"), "America/New_York")', 'overflow'],
  ['date(now, name)', 'not convertible'],
  ['name.substring(3)', 'no such item'],
  ['name.substring(-1)', 'no such item'],
  ['name.substring(1, 0)', 'no such item'],
  ['now - timestamp("0001-01-01T00:00:00Z") > duration("1h")', 'overflow'],
  ['timestamp("0001-01-01T00:00:00Z") - now < duration("1h")', 'overflow'],
];

for (const [text, reason] of failing) {
  test(`\`${text}\` fails: ${reason}`, () => {
    const due = Object.values(failures).find((failure) => failure.reason === reason);
    assert.throws(
      () => evaluate(text, { ...given, refs: {} }),
      (thrown) => thrown === due,
    );
  });
}

test('ten thousand steps are allowed, one more fails, and each evaluation counts its own', () => {
  const counts = Array.from({ length: 10_000 }, (_, index) => index);
  for (const text of [
    'counts.all(i, i >= 0)',
    '!counts.exists(i, i < 0)',
    'counts.exists_one(i, i == 0)',
    'counts.filter(i, i < 0) == []',
    'size(counts.map(i, i)) > 0',
  ]) {
    const run = compiled(read(text).tree!);
    assert.equal(run({ record: { counts } }), true, text);
    assert.equal(run({ record: { counts } }), true, text);
    assert.throws(
      () => run({ record: { counts: [...counts, 1] } }),
      (thrown) => thrown === failures.steps,
      text,
    );
  }
});

test('an integer takes the width that is due', () => {
  assert.equal(evaluate('n + 1', given, { ...everywhere, expected: wide }), 8n);
  assert.equal(evaluate('flag ? n : null', given, { ...everywhere, expected: orNull(wide) }), 7n);
  assert.equal(evaluate('flag ? null : n', given, { ...everywhere, expected: orNull(wide) }), null);
  assert.equal(evaluate('big - 9223372036854775800', given, { ...everywhere, expected: int }), 7);
  assert.throws(
    () => evaluate('big', given, { ...everywhere, expected: int }),
    (thrown) => thrown === failures.overflow,
  );
});

test('a plain comparison becomes plain operators', () => {
  const source = (text: string): string =>
    compileExpression(read(text).tree!, { roots: { record: 'r', today: 'today', now: 'now' } }).source;
  assert.equal(source('due_on >= today'), '((r["due_on"] ?? $.absent()) >= today)');
  assert.equal(source('n == 1 && flag'), '((r["n"] === 1) && r["flag"])');
  assert.equal(source('status == "open" or m > 2'), '((r["status"] === "open") || ((r["m"] ?? $.absent()) > 2))');
  assert.equal(source('created_at < paid_at'), '(r["created_at"] < (r["paid_at"] ?? $.absent()))');
});

test('what an expression reads is listed', () => {
  const found = collectReferences(
    read('customer.shop == caller.shop && has(old) && old.n < n && due_on > today').tree!,
  );
  assert.deepEqual([...found.roots].sort(), ['caller', 'old', 'record', 'today']);
  assert.deepEqual([...found.fields.get('record')!], ['customer', 'n', 'due_on']);
  assert.deepEqual(found.refs, [{ root: 'record', path: ['customer'], resource: 'Customer', field: 'shop' }]);
});

test('the sequences of an expression are listed, and the surroundings say how one counts on', () => {
  const effect = { ...everywhere, next: true, expected: int };
  assert.deepEqual(collectReferences(read('next(n, customer)', effect).tree!).next, [
    { field: 'n', within: ['customer'] },
  ]);
  assert.deepEqual(evaluate('next(n, customer)', {}, effect), ['n', 'customer']);
});

test('an evaluation joins, searches and compares so many characters and items, and each counts its own', () => {
  const most = 1_048_576;
  const text = 'x'.repeat(most);
  const counts = Array.from({ length: 5000 }, (_, index) => index);
  const record = { name: text, memo: text, counts, tags: Array.from({ length: 5000 }, (_, i) => `a${i}`) };
  const fits = compiled(read('size(name + name + name) > 0').tree!);
  assert.equal(fits({ record }), true);
  assert.equal(fits({ record }), true);
  const beyond = [
    `${'name + '.repeat(20)}name`,
    'tags.map(n, name)',
    `counts${' + counts'.repeat(100)}`,
    'tags.all(n, n in tags)',
    'tags.all(n, name.contains(n)) || tags.all(n, size(name) > 0)',
    `[${'name, '.repeat(20)}name]`,
    'counts.exists(c, counts + [c] == counts)',
    'counts.all(c, sum(counts) > c)',
    'name.replace("x", "xxxxxxxxxxxx")',
    'size(tags.map(t, name).join()) > 0',
    'name.matches("^x+$") and name.matches("x$")',
    'tags.all(t, name.split("x") != [])',
    'tags.all(t, slug(name) != t)',
    'tags.all(t, name.upperAscii().trim() != t)',
  ];
  for (const expression of beyond) {
    const { tree, diagnostics } = read(expression);
    assert.deepEqual(diagnostics, [], expression);
    const run = compiled(tree!);
    assert.throws(
      () => run({ record }),
      (thrown) => thrown === failures.large,
      expression,
    );
  }
});

test('a long text is searched for a long part in a time that grows with their lengths alone', () => {
  const run = compiled(read('name.contains(memo)').tree!);
  const text = 'a'.repeat(300_000);
  const part = 'a'.repeat(100_000);
  assert.equal(run({ record: { name: text, memo: `b${part}` } }), false);
  assert.equal(run({ record: { name: `${text}b${part}ab`, memo: `b${part}a` } }), true);
  assert.equal(run({ record: { name: `${part}b${part}`, memo: `${part}${part}` } }), false);
  const replaced = compiled(read('size(name.replace(memo, "")) * 100 + size(name.split(memo))').tree!);
  assert.equal(replaced({ record: { name: `${part}b${part}b${text}`, memo: `${part}b` } }), 30_000_003);
});
