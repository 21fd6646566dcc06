import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { checkImports } from './check-imports.ts';
import { linesOf, sizeFaults } from './check-sizes.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function planted(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'imports-'));
  folders.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

test('the project keeps its import rules', () => {
  assert.deepEqual(checkImports(join(import.meta.dirname, '..')), []);
});

test('a folder without files is an error, not a pass', () => {
  assert.throws(() => checkImports(planted({})), /no TypeScript file/);
});

const violations: Record<string, Record<string, string>> = {
  'text imports another room': { 'src/text/location.ts': "import { a } from '../diagnostics/diagnostic.ts';\n" },
  'a step imports a value': { 'src/contracts/step.ts': "import { stepOrder } from '../plan/order.ts';\n" },
  'a part imports another part': { 'src/parts/limits/check.ts': "import { x } from '../events/read.ts';\n" },
  'serving sees the document': { 'src/parts/limits/serve.ts': "import type { S } from '../service.ts';\n" },
  'a package where none is allowed': { 'src/codegen/json.ts': "import { x } from 'lodash';\n" },
  'Node where it is not allowed': { 'src/serve/request.ts': "import { x } from 'node:fs';\n" },
  'an import of several lines': { 'src/text/a.ts': "import {\n  b,\n  c,\n} from '../code/b.ts';\n" },
  'an export from elsewhere': { 'src/text/a.ts': "export { b } from '../code/b.ts';\n" },
  'a file that only tests use': {
    'src/index.ts': "import { a } from './text/a.ts';\nexport const open = () => import('./text/b.ts');\n",
    'src/text/a.ts': 'export const a = 1;\n',
    'src/text/b.ts': 'export const b = 1;\n',
    'src/text/c.ts': 'export const c = 1;\n',
    'src/text/c.test.ts': "import { c } from './c.ts';\n",
    'src/text/d.fixture.ts': 'export const d = 1;\n',
  },
  'a file without a rule': { 'src/loft/a.ts': 'export const a = 1;\n' },
};

for (const [name, files] of Object.entries(violations)) {
  test(`a planted violation is found: ${name}`, () => {
    assert.equal(checkImports(planted(files)).length, 1);
  });
}

test('a circle is found, types included', () => {
  const root = planted({
    'src/text/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
    'src/text/b.ts': "import type { A } from './a.ts';\nexport type B = A;\n",
  });
  assert.deepEqual(
    checkImports(root).map((fault) => fault.says),
    ['circle: src/text/a ▸ src/text/b ▸ src/text/a'],
  );
});

test('no file of the project stands beyond the wall, and tables of data do not count', () => {
  assert.deepEqual(sizeFaults(join(import.meta.dirname, '..')), []);
  assert.throws(() => sizeFaults(planted({})), /no file/);
  const long = 'work();\n'.repeat(500);
  const root = planted({
    'src/a.ts': long,
    'src/b.ts': `const cases = [\n${'  1,\n'.repeat(500)}];\n`,
  });
  assert.deepEqual(sizeFaults(root), [{ file: 'src/a.ts', lines: 500 }]);
  assert.equal(linesOf('const one = `\ntext\n`;\nconst two = [1];\nexport function f() {\n  return 1;\n}\n'), 4);
  assert.equal(linesOf('export const rules = defineRules(limit, {\n  tighter: {},\n});\nrun();\n'), 1);
});
