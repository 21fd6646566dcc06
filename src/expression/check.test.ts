import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkExpression, describeType } from './check.ts';
import {
  bool,
  date,
  double,
  environment,
  everywhere,
  int,
  listOf,
  orNull,
  read,
  status,
  string,
  wordsOf,
} from './javascript/compiled.fixture.ts';
import { parseExpression } from './parse.ts';
import type { ValueType } from './tree.ts';

const good: readonly (readonly [string, string])[] = [
  ['due_on >= today', 'a boolean'],
  ['total * 2 > 3', 'a boolean'],
  ['n + 1', 'an integer'],
  ['big + 1', 'an integer'],
  ['k + 1', 'an integer'],
  ['note == "a"', 'a boolean'],
  ['note == null', 'a boolean'],
  ['n > 1 ? note : null', 'a string or null'],
  ['record.type + record["first-name"]', 'a string'],
  ['customer.shop == caller.shop', 'a boolean'],
  ['customer == "c1"', 'a boolean'],
  ['amount == "10.50"', 'a boolean'],
  ['amount < "1" and amount >= -3 and n > amount and k != amount and tip == fee', 'a boolean'],
  ['amount in ["1"] and "1" in [amount] and 3 in amounts and ["1", "2.0"] == amounts', 'a boolean'],
  ['-amount * 3 + decimal("0.10") - n', 'a decimal'],
  ['flag ? amount : 0', 'a decimal'],
  ['flag ? tip : "0.00"', 'a decimal or null'],
  ['sum(amounts.map(a, a * n))', 'a decimal'],
  ['round(amount * decimal("0.081"), 2) + divide(n, 3, 4)', 'a decimal'],
  ['string(amount) + string(int(amount))', 'a string'],
  ['double(amount) * total', 'a number'],
  ['[amount, 1, tip]', 'a list of nullable decimals'],
  ['status in ["open", "paid"]', 'a boolean'],
  ['has(old) && old.n < n', 'a boolean'],
  ['now - created_at > duration("36h")', 'a boolean'],
  ['created_at + duration("1h") < now', 'a boolean'],
  ['sum(lines.map(l, l.amount))', 'an integer'],
  ['sum([])', 'an integer'],
  ['sum(prices)', 'a number'],
  ['lines[0].price', 'a number or null'],
  ['scores.a + scores["b"]', 'an integer'],
  ['meta.a.b == 1', 'a boolean'],
  ['int(meta.a) + 1', 'an integer'],
  ['tags + ["a"]', 'a list of strings'],
  ['[1, 2.5]', 'a list of numbers'],
  ['counts.map(i, i > 1, string(i))', 'a list of strings'],
  ['size(name) + tags.size()', 'an integer'],
  ['flag ? counts : [k]', 'a list of nullable integers'],
  ['lines[0] == lines[1]', 'a boolean'],
  ['now + days(n) - hours(big)', 'a date-time'],
  ['months(1) + created_at', 'a date-time'],
  ['timestamp(big)', 'a date-time'],
  ['issued_on + days(n) - months(k)', 'a date'],
  ['today - issued_on', 'a duration'],
  ['issued_on + (today - issued_on)', 'a date'],
  ['issued_on + (days(1) - days(2))', 'a date'],
  ['issued_on + (flag ? days(1) : days(2))', 'a date'],
  ['issued_on + "!"', 'a string'],
  ['date(now, name)', 'a date'],
  ['date("2026-01-01") < issued_on', 'a boolean'],
  ['(today - issued_on).getDays() + issued_on.getDayOfYear()', 'an integer'],
  ['note.trim().split(",")', 'a list of strings'],
  ['[].join()', 'a string'],
  ['status.upperAscii() + slug(name)', 'a string'],
  ['name.matches("^a") and name.substring(1, 2) == ""', 'a boolean'],
];

for (const [text, due] of good) {
  test(`\`${text}\` gives ${due}`, () => {
    const { tree, diagnostics } = read(text);
    assert.deepEqual(diagnostics, []);
    assert.equal(describeType(tree!.type), due);
  });
}

const bad: readonly (readonly [text: string, code: string, under: string, suggestion?: string])[] = [
  ['status == "opne"', 'not-a-value', '"opne"', '"open"'],
  ['status in ["draft", "piad"]', 'not-a-value', '"piad"', '"paid"'],
  ['"drft" == status', 'not-a-value', '"drft"', '"draft"'],
  ['n == null', 'never-null', 'n'],
  ['due_on != null', 'never-null', 'due_on != null', 'has(due_on)'],
  ['due_on == null', 'never-null', 'due_on == null', '!has(due_on)'],
  ['null < n', 'null-operand', 'null'],
  ['total > n', 'types-differ', 'total > n'],
  ['name + total', 'types-differ', 'name + total'],
  ['amount.contains("1")', 'wrong-argument', 'amount'],
  ['amount / 2', 'decimal-quotient', 'amount'],
  ['1 % amount', 'decimal-quotient', 'amount'],
  ['amount * total', 'types-differ', 'amount * total'],
  ['amount < 1.5', 'number-as-decimal', '1.5'],
  ['amount == name', 'types-differ', 'amount == name'],
  ['amount + "1.00"', 'types-differ', 'amount + "1.00"'],
  ['"Due: " + amount', 'types-differ', '"Due: " + amount'],
  ['amount == meta', 'types-differ', 'amount == meta'],
  ['[amount] == counts', 'types-differ', '[amount] == counts'],
  ['amount in tags', 'types-differ', 'amount in tags'],
  ['decimal("1e3")', 'bad-decimal', '"1e3"'],
  ['decimal(1.5)', 'wrong-argument', '1.5'],
  ['decimal(total)', 'wrong-argument', 'total'],
  ['round(amount, n)', 'bad-places', 'n'],
  ['round(amount, 38)', 'bad-places', '38'],
  ['round(total, 2)', 'wrong-argument', 'total'],
  ['round(amount)', 'wrong-call', 'round(amount)'],
  ['divide("1", amount, 2)', 'wrong-argument', '"1"'],
  ['sum([amount, total])', 'mixed-items', 'total'],
  ['address == lines[0]', 'types-differ', 'address == lines[0]'],
  ['amount == "1,5"', 'bad-decimal', '"1,5"'],
  ['due_on > "2026-02-30"', 'bad-date', '"2026-02-30"'],
  ['duration("30 days") < now - created_at', 'bad-duration', '"30 days"', '"720h"'],
  ['timestamp("2026-01-01") < now', 'bad-timestamp', '"2026-01-01"'],
  ['timestamp(name) < now', 'literal-needed', 'name'],
  ['now > "2026-01-01T00:00:00Z"', 'types-differ', 'now > "2026-01-01T00:00:00Z"'],
  ['type == "a"', 'reserved-name', 'type', 'record.type'],
  ['custmer == "a"', 'unknown-name', 'custmer', 'customer'],
  ['customer.shp == "a"', 'unknown-field', 'shp', 'shop'],
  ['customer.parent.parent.parent.shop == "a"', 'too-many-refs', 'shop'],
  ['n.a == 1', 'no-fields', 'a'],
  ['input.to.shop == "a"', 'ref-elsewhere', 'shop'],
  ['event.a == 1', 'root-not-allowed', 'event'],
  ['tags["a"]', 'no-items', '"a"'],
  ['foo(1)', 'unknown-function', 'foo'],
  ['name.contain("a")', 'unknown-function', 'contain', 'contains'],
  ['name.matches("(?=a)")', 'bad-pattern', '"(?=a)"'],
  ['name.matches(memo)', 'literal-needed', 'memo'],
  ['n.lowerAscii()', 'wrong-argument', 'n'],
  ['name.trim("a")', 'wrong-call', 'name.trim("a")'],
  ['trim(name)', 'wrong-call', 'trim(name)'],
  ['name.slug()', 'wrong-call', 'name.slug()'],
  ['name.replace("a")', 'wrong-call', 'name.replace("a")'],
  ['amount.lowerAscii()', 'wrong-argument', 'amount'],
  ['counts.join(",")', 'wrong-argument', 'counts'],
  ['[note].join(",")', 'wrong-argument', '[note]'],
  ['name.substring("a")', 'wrong-argument', '"a"'],
  ['days(1.5)', 'wrong-argument', '1.5'],
  ['days(duration("1h"))', 'wrong-argument', 'duration("1h")'],
  ['lower(name)', 'unknown-function', 'lower'],
  ['days == 1', 'unknown-name', 'days'],
  ['now + 3', 'types-differ', 'now + 3'],
  ['now + months(1) < months(1)', 'types-differ', 'now + months(1) < months(1)'],
  ['months(1) + months(1)', 'types-differ', 'months(1) + months(1)'],
  ['months(1) - now', 'types-differ', 'months(1) - now'],
  ['flag ? months(1) : months(2)', 'wrong-result', 'flag ? months(1) : months(2)'],
  ['months(1) < months(2)', 'types-differ', 'months(1) < months(2)'],
  ['issued_on + now', 'types-differ', 'issued_on + now'],
  ['issued_on + 3', 'types-differ', 'issued_on + 3'],
  ['issued_on - "2026-01-01"', 'types-differ', 'issued_on - "2026-01-01"'],
  ['issued_on < now', 'types-differ', 'issued_on < now'],
  ['issued_on + hours(24)', 'days-of-a-date', 'issued_on + hours(24)'],
  ['issued_on + [days(1), hours(1)][0]', 'days-of-a-date', 'issued_on + [days(1), hours(1)][0]'],
  ['days(1) - issued_on', 'types-differ', 'days(1) - issued_on'],
  ['now - issued_on', 'types-differ', 'now - issued_on'],
  ['date("2026-02-30")', 'bad-date', '"2026-02-30"'],
  ['date(name)', 'wrong-argument', 'name'],
  ['date(now, "Europe/Zurch")', 'unknown-zone', '"Europe/Zurch"', '"Europe/Zurich"'],
  ['now.getHours("Mars")', 'unknown-zone', '"Mars"'],
  ['issued_on.getFullYear("UTC")', 'wrong-call', '"UTC"'],
  ['issued_on.getHours()', 'wrong-argument', 'issued_on'],
  ['duration("1h").getFullYear()', 'wrong-argument', 'duration("1h")'],
  ['name.getFullYear()', 'wrong-argument', 'name'],
  ['contains(name, "a")', 'wrong-call', 'contains(name, "a")'],
  ['size(name, memo)', 'wrong-call', 'size(name, memo)'],
  ['tags.contains("a")', 'wrong-argument', 'tags'],
  ['sum(tags)', 'wrong-argument', 'tags'],
  ['has(1)', 'has-what', '1'],
  ['tags.all(size, true)', 'macro-variable', 'size'],
  ['tags.all(t, t)', 'wrong-argument', 't'],
  ['n && flag', 'wrong-operand', 'n'],
  ['not n', 'wrong-operand', 'n'],
  ['n in name', 'wrong-operand', 'name'],
  ['[1, "a"]', 'mixed-items', '"a"'],
  ['next(n)', 'next-not-allowed', 'next(n)'],
  ['{"a": n}', 'outside-the-language', '{"a": n}'],
];

for (const [text, code, under, suggestion] of bad) {
  test(`\`${text}\` is refused as ${code} at \`${under}\``, () => {
    const { diagnostics } = read(text);
    assert.deepEqual(
      diagnostics.map((diagnostic) => diagnostic.code),
      [`expression/${code}`],
    );
    const { span } = diagnostics[0]!;
    assert.equal(text.slice(span.start, span.end), under);
    if (suggestion !== undefined) assert.equal(diagnostics[0]!.suggestion, suggestion);
  });
}

test('has is not suggested for a value that is always present', () => {
  assert.equal(read('n == null').diagnostics[0]!.suggestion, undefined);
});

const results: readonly (readonly [string, ValueType, string | undefined])[] = [
  ['n > 1', bool, undefined],
  ['n', bool, 'wrong-result'],
  ['1', double, undefined],
  ['n', double, 'wrong-result'],
  ['total + 1', double, undefined],
  ['"open"', status, undefined],
  ['flag ? "open" : "paid"', status, undefined],
  ['"opne"', status, 'not-a-value'],
  ['flag ? "opne" : "paid"', status, 'not-a-value'],
  ['name', status, 'wrong-result'],
  ['status', { kind: 'choice', of: 'open or paid', values: ['open', 'paid'] }, 'wrong-result'],
  ['"2026-02-30"', date, 'bad-date'],
  ['today', date, undefined],
  ['null', orNull(string), undefined],
  ['null', string, 'wrong-result'],
  ['k', int, undefined],
  ['big', int, undefined],
  ['[]', listOf(string), undefined],
  ['counts', listOf(int), undefined],
  ['tags', listOf(int), 'wrong-result'],
  ['name', listOf(string), 'wrong-result'],
];

for (const [text, expected, code] of results) {
  test(`where ${describeType(expected)} is due \`${text}\` is ${code ?? 'right'}`, () => {
    const { diagnostics } = read(text, { ...everywhere, expected });
    assert.deepEqual(
      diagnostics.map((diagnostic) => diagnostic.code),
      code === undefined ? [] : [`expression/${code}`],
    );
  });
}

const store = environment(['record', 'caller', 'now', 'today'], { store: true, place: 'a Where' });
const profile: readonly (readonly [string, string | undefined])[] = [
  ['customer.shop == caller.shop && not (n in [1, 2]) or "a" in tags', undefined],
  ['note == null || has(memo)', undefined],
  ['name.startsWith("a") && created_at < now', undefined],
  ['n == m', undefined],
  ['flag && !flag', undefined],
  ['n + 1 == 2', 'n + 1'],
  ['n + 1 in [1, 2]', 'n + 1'],
  ['n in [1, m]', 'm'],
  ['address.city == "a"', 'address.city'],
  ['status < "open"', 'status'],
  ['size(tags) == 1', 'size(tags)'],
  ['total == rate ? true : false', 'total == rate ? true : false'],
  ['tags.exists(t, t == "a")', 'tags.exists(t, t == "a")'],
  ['name.contains(memo)', 'memo'],
  ['name == status', 'name == status'],
  ['has(customer.shop)', undefined],
  ['prices == [1.0]', 'prices'],
];

for (const [text, under] of profile) {
  test(`in the store \`${text}\` is ${under === undefined ? 'allowed' : `refused at \`${under}\``}`, () => {
    const { diagnostics } = read(text, store);
    if (under === undefined) assert.deepEqual(diagnostics, []);
    else {
      assert.equal(diagnostics[0]?.code, 'expression/not-in-the-store');
      assert.equal(text.slice(diagnostics[0].span.start, diagnostics[0].span.end), under);
    }
  });
}

test('a field that is computed from self is read where self is, of the record itself', () => {
  const code = (text: string, environment = everywhere) => read(text, environment).diagnostics.map((one) => one.code);
  assert.deepEqual(code('shown == "a" and record.shown != self'), []);
  assert.deepEqual(code('old.shown == "a"'), ['expression/shown-field']);
  assert.deepEqual(code('shown == "a"', store), ['expression/shown-field']);
  assert.deepEqual(code('has(record["shown"])', store), ['expression/shown-field']);
});

test('next names fields of the record where it is allowed', () => {
  const effect = { ...everywhere, next: true, expected: int };
  assert.deepEqual(read('next(n, customer)', effect).diagnostics, []);
  assert.equal(read('next(name)', effect).diagnostics[0]?.code, 'expression/next-field');
  assert.equal(read('next(n, custmer)', effect).diagnostics[0]?.suggestion, 'customer');
});

test('a checked expression is plain JSON', () => {
  const { ast } = parseExpression(wordsOf('big > 9223372036854775807 && lines.exists(l, l.amount == n)'));
  const { tree } = checkExpression(ast!, everywhere);
  assert.deepEqual(JSON.parse(JSON.stringify(tree)), tree);
});
