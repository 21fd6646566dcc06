import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillRows, findNumberedTests, listNumberedTests } from './compliance-page.ts';

const page = `| Number | Attack | Tests |
| --- | --- | --- |
| S1 | lengths | x |
| S2 | heads | measured by \`npm run bench:hostile\`: heads |
| S3 | imports | *not yet*: nothing is imported |
`;
const numbered = (title: string) => listNumberedTests('a.test.ts', `test(${JSON.stringify(title)}, () => {});`);

test('the tests of an attack are found by the numbers that their names begin with', () => {
  const source =
    "test('S1: it\\'s refused', x);\n  test(`S2, S3.1: told on \x24{store}`, async () => {\ntest('S4 is no number here', x);\nrest('S5: no test')";
  assert.deepEqual(
    listNumberedTests('a.test.ts', source).map(({ title, numbers }) => [title, numbers]),
    [
      ["S1: it's refused", ['S1']],
      ['S2, S3.1: told on', ['S2', 'S3']],
    ],
  );
  assert.ok(findNumberedTests().length > 180);
});

test('rows get their tests, and keep measurements and reasons', () => {
  const filled = fillRows(page, [...numbered('S1, S2: a | b'), ...numbered('S1: c')]);
  assert.match(filled, /^\| S1 \| lengths \| `a\.test\.ts`: S1, S2: a \\\| b<br>`a\.test\.ts`: S1: c \|$/m);
  assert.match(
    filled,
    /^\| S2 \| heads \| `a\.test\.ts`: S1, S2: a \\\| b<br>measured by `npm run bench:hostile`: heads \|$/m,
  );
  assert.match(filled, /^\| S3 \| imports \| \*not yet\*: nothing is imported \|$/m);
  assert.match(
    fillRows(page, [...numbered('S1, S2, S3: d')]),
    /^\| S3 \| imports \| `a\.test\.ts`: S1, S2, S3: d \|$/m,
  );
  assert.equal(fillRows(filled, [...numbered('S1, S2: a | b'), ...numbered('S1: c')]), filled);
});

test('a row with an empty cell gets its tests', () => {
  assert.equal(fillRows('| S1 | lengths | |\n', numbered('S1: c')), '| S1 | lengths | `a.test.ts`: S1: c |\n');
});

test('a number without a test fails, and so does a test without a row', () => {
  assert.throws(() => fillRows(page, []), /^Error: S1 has no test, no measurement and no reason/);
  assert.throws(() => fillRows(page, [...numbered('S1: a'), ...numbered('S9: b')]), /security\.md for S9$/);
});
