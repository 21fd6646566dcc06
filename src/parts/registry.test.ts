import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { conditionNames, deliveryNames, formats, limitKindNames, schemeNames } from './registry.ts';

const root = new URL('../', import.meta.url);

/** The names of the members of each open set, and the folder whose files may ask for them. */
const sets = [
  { folder: 'parts/limits/kinds/', names: limitKindNames },
  { folder: 'parts/resources/formats/', names: formats.map(({ name }) => name) },
  { folder: 'parts/authentication/schemes/', names: schemeNames },
  { folder: 'parts/events/deliveries/', names: deliveryNames },
  { folder: 'parts/errors/conditions/', names: conditionNames },
];

/** Files in which a name of a member means something else. */
const otherwise: readonly { readonly files: RegExp; readonly names: readonly string[]; readonly is: string }[] = [
  {
    files: /endpoints|versioning|texts|fits|roles|responses|describe/,
    names: ['page size'],
    is: 'what a parameter means',
  },
  { files: /stores|resources.serve/, names: ['quota', 'not unique'], is: 'a conflict in a store' },
  {
    files: /states|resolve|plan|versioning|check.kept/,
    names: ['gone'],
    is: 'a kind of state, or what follows a sunset',
  },
  { files: /runtime|read-body/, names: ['too large', 'timed out'], is: 'why there is no value' },
  { files: /possible|outputs|field-errors/, names: ['not unique', 'too large'], is: 'a problem of a field' },
  { files: /challenge/, names: ['basic'], is: 'a scheme of HTTP (RFC 7617)' },
  {
    files: /expression|codegen|check|filter|fitting|equal|markdown/,
    names: ['date', 'decimal', 'duration'],
    is: 'a type of expressions',
  },
  { files: /codegen|stores|resources.serve/, names: ['int64'], is: 'how a store keeps a number' },
  { files: /cli|library|authentication/, names: ['secret'], is: 'a kind of credential' },
];

/** What is asked of a text, and the text; the words of lists, the keys of tables. */
const comparison = /([\w.?!()[\]]*)\s*[!=]==\s*'([^']+)'|\bcase\s+'([^']+)':|(\w+)\.(?:has|get)\('([^']+)'\)/g;
const listed = /new Set(?:<[^(]*>)?\(\[([^\]]*)\]|\[([^[\]]*)\]\.includes\(/g;
const keyed = /^\s*'([^']+)':/gm;

/** The names that a file asks for, each with what it asks. */
function questionsIn(file: string): { readonly file: string; readonly asked: string; readonly name: string }[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  const compared = [...text.matchAll(comparison)].map(([, left = '', to, chosen, set = '', looked]) => {
    return { asked: left + set, name: to ?? chosen ?? looked ?? '' };
  });
  const lists = [...text.matchAll(listed)].flatMap(([, set, list]) => [...(set ?? list ?? '').matchAll(/'([^']+)'/g)]);
  const others = [...lists, ...text.matchAll(keyed)].map(([, name = '']) => ({ asked: '', name }));
  return [...compared, ...others].map((question) => ({ file, ...question }));
}

function isOtherwise({ file, asked, name }: ReturnType<typeof questionsIn>[number]): boolean {
  if (/format|scheme|deliver|limit|condition/i.test(asked)) return /storage/.test(asked);
  return otherwise.some((exception) => exception.names.includes(name) && exception.files.test(file));
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|suite|fixture)\.ts$/.test(file));

const questions = files.flatMap(questionsIn);

for (const { folder, names } of sets) {
  test(`no file outside of ${folder} asks which member it has`, () => {
    assert.ok(names.length > 1 && files.some((file) => file.startsWith(folder)));
    const found = questions.filter(({ file, name }) => names.includes(name) && !file.startsWith(folder));
    assert.deepEqual(
      found.filter((question) => !isOtherwise(question)),
      [],
    );
  });
}

test('each other meaning of a name is in use', () => {
  for (const { files, names, is } of otherwise) {
    for (const name of names) {
      assert.ok(
        questions.some((question) => question.name === name && files.test(question.file)),
        `${name}: ${is}`,
      );
    }
  }
});
