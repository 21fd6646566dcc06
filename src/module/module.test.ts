import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSource, slice } from '../text/location.ts';
import { readModule } from './read.ts';
import { tokenizeModule } from './tokens.ts';

const read = (text: string) => readModule(createSource('x.ts', text));
const names = (text: string) => read(text).model?.handlers.map(({ value }) => value);

test('handlers and hooks are found in every form that a member may have', () => {
  const text = `import { implement } from 'nonet'; // export default nothing
const re = /["'\`}]/.test(x) ? a! / b()! / c[0]! / 2 : \`\${ { a: '}' }.a } \\\` text\`;
if (x) /re}/.test(y);
export default implement<Shop>({
  async 'remind Invoice'({ record, store }): Promise<{ a: string }> { return a < b ? { a: \`\${x}\` } : {}; },
  'split Invoice': async (given) => (given.a < 1, { c: [1, 2] }),
  owing<A, B extends { c: A }>(given: Map<A, B>): Map<A, B> { return /,}/.exec("}"); },
  close,
  'lent': wrap<A, B>(async () => 1),
  get other() { return 1; },
  async: () => 1,
  before: { 'remind Invoice': () => 1, async pay() {}, },
  within: { async 'create Invoice'({ record, old }) { return { a: record }; }, 'send Invoice': check },
  after: {},
  computed: { 'Invoice.watched'(records) { return records.map(() => true); } },
});
`;
  const { model, diagnostics } = read(text);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(
    model!.handlers.map(({ value }) => value),
    ['remind Invoice', 'split Invoice', 'owing', 'close', 'lent', 'other', 'async'],
  );
  assert.deepEqual(
    model!.before.map(({ value }) => value),
    ['remind Invoice', 'pay'],
  );
  assert.deepEqual(
    model!.within.map(({ value }) => value),
    ['create Invoice', 'send Invoice'],
  );
  assert.deepEqual(
    model!.computed.map(({ value }) => value),
    ['Invoice.watched'],
  );
  assert.equal(slice(createSource('x.ts', text), model!.handlers[1]!.span), "'split Invoice'");
});

test('what is no literal call of implement is told where it stands', () => {
  const codes = (text: string) => read(text).diagnostics.map(({ code }) => code);
  assert.deepEqual(codes('export const a = 1;'), ['module/no-default']);
  assert.deepEqual(codes('export default handlers;'), ['module/not-implement']);
  assert.deepEqual(codes('export default implement(handlers);'), ['module/not-implement']);
  assert.deepEqual(codes("export default implement({ ...others, ['a' + b]: 1, c() {} });"), [
    'module/literal-keys',
    'module/literal-keys',
  ]);
  assert.deepEqual(codes('export default implement({ before: hooks });'), ['module/hooks-object']);
  assert.deepEqual(codes('export default implement({ a: "b });'), ['module/unreadable']);
  assert.deepEqual(codes('export default implement({ a: (1 });'), ['module/unreadable']);
  assert.deepEqual(names("export default implement({ 'a\\u0062': 1 });"), ['ab']);
  assert.deepEqual(names('export default implement<Shop>()({ a() {}, b: 1 });'), ['a', 'b']);
  assert.deepEqual(codes('export default implement<Shop>()(handlers);'), ['module/not-implement']);
  assert.deepEqual(codes('export default implement<Shop>()()({ a() {} });'), ['module/not-implement']);
});

test('any text is read without throwing', () => {
  const pieces = fc.constantFrom(
    'export default implement(',
    '{',
    '}',
    '(',
    ')',
    '`',
    '${',
    "'",
    '"',
    '/',
    '*',
    'a',
    ',',
    ':',
    '<',
    '>',
    '\n',
    '\\',
    '=>',
    '[',
    ']',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        read(text);
        const made = tokenizeModule(text);
        if ('tokens' in made) for (const token of made.tokens) assert.ok(token.span.end > token.span.start);
      },
    ),
    { numRuns: 500 },
  );
});
