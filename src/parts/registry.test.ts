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

/** Questions in which a name of a member means something else: by what is asked, and where that does not tell, by the file too. */
const otherwise: readonly {
  readonly names: readonly string[];
  readonly asked: RegExp;
  readonly files?: RegExp;
  readonly is: string;
}[] = [
  {
    names: ['page size'],
    asked: /(means|mapsTo)\??\.kind|page number/,
    is: 'what a parameter or a role of a response means',
  },
  {
    names: ['quota', 'not unique', 'still referenced'],
    asked: /(conflict|done)\??\.kind/,
    is: 'a conflict in a store',
  },
  { names: ['gone'], asked: /kind(\?\.value)?$/, is: 'a kind of state' },
  { names: ['gone'], asked: /afterSunset/, is: 'what follows a sunset' },
  { names: ['gone'], asked: /^(before\.get\(was\)|found)$/, files: /states|versioning/, is: 'one of the two' },
  { names: ['too large', 'timed out'], asked: /(failure|thrown\.reason)$/, is: 'why there is no value' },
  { names: ['not unique', 'too large'], asked: /problem|too long/, is: 'a problem of a field' },
  { names: ['basic'], asked: /word/, is: 'a scheme of HTTP (RFC 7617)' },
  {
    names: ['date', 'decimal', 'duration'],
    asked: /timestamp|'bool'|'string'|'null'/,
    is: 'a type of expressions, among others',
  },
  {
    names: ['date', 'decimal', 'duration'],
    asked: /kinds?$|^\(?(from|of|item|(node\.)?name)$|'int', 'double'/,
    files: /expression|fitting|plan\/records\/answers|stores\/queries/,
    is: 'a type of expressions',
  },
  { names: ['date'], asked: /'content-type'|^headers$/, is: 'a header' },
  { names: ['duration'], asked: /case 'items'/, is: 'how a cell is read' },
  { names: ['int64', 'decimal'], asked: /storage/, is: 'how a store keeps a number' },
  {
    names: ['secret'],
    asked: /(kind|credential)$/,
    files: /keys|authentication|credentials/,
    is: 'a kind of credential',
  },
  { names: ['token'], asked: /kind|makes|^form$|^status\.body$/, is: 'a kind of credential' },
  { names: ['email'], asked: /subjects$/, is: 'a heading of the part Events' },
];

/** What is asked of a text, and the text; the words of lists, the keys of tables. */
const comparison = /([\w.?!()[\]]*)\s*[!=]==\s*'([^']+)'|(\w+)\.(?:has|get)\('([^']+)'\)/g;
const listed = /new Set(?:<[^(]*>)?\(\[([^\]]*)\]|\[([^[\]]*)\]\.includes\(/g;
const keyed = /^( *)(?:case )?'([^']+)':/gm;

interface Question {
  readonly file: string;
  /** The expression that is compared; all words of a list; all lines of a table or `switch`. */
  readonly asked: string;
  readonly name: string;
}

function questionsIn(file: string): readonly Question[] {
  const text = readFileSync(new URL(file, root), 'utf8');
  const compared = [...text.matchAll(comparison)].map(([, left = '', to, set = '', looked]) => {
    return { asked: left + set, name: to ?? looked ?? '' };
  });
  const lists = [...text.matchAll(listed)].flatMap(([, set, list]) => {
    const asked = set ?? list ?? '';
    return [...asked.matchAll(/'([^']+)'/g)].map(([, name = '']) => ({ asked, name }));
  });
  const tables = [...text.matchAll(keyed)].map(({ 1: indent = '', 2: name = '', index }) => {
    return { asked: cutBlock(text, index, indent), name };
  });
  return [...compared, ...lists, ...tables].map((question) => ({ file, ...question }));
}

/** The lines around an index that begin with an indent, with the one before them. */
function cutBlock(text: string, index: number, indent: string): string {
  const isOutside = (line: string): boolean => !line.startsWith(indent);
  const before = text.slice(0, index).split('\n').slice(0, -1);
  const after = text.slice(index).split('\n');
  const end = after.findIndex(isOutside);
  return [...before.slice(Math.max(before.findLastIndex(isOutside), 0)), ...after.slice(0, end)].join('\n');
}

function isOtherwise({ file, asked, name }: Question): boolean {
  if (!asked.includes('\n') && /format|scheme|deliver|limit|condition/i.test(asked)) return /storage/.test(asked);
  return otherwise.some((exception) => exception.names.includes(name) && isMeantBy(exception, { file, asked }));
}

function isMeantBy({ asked, files }: (typeof otherwise)[number], question: Omit<Question, 'name'>): boolean {
  return asked.test(question.asked) && (files?.test(question.file) ?? true);
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.(test|suite|fixture)\.ts$/.test(file));

/**
 * Import writes members for those of other languages, a check proves one member with the values of its type, and the workbench chooses an
 * input of the browser for a format: they name it.
 */
const naming = /^(import|prove\/(checks|values)|describe\/workbench\/page)\//;

const questions = files.filter((file) => !naming.test(file)).flatMap(questionsIn);

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
  for (const exception of otherwise) {
    for (const name of exception.names) {
      assert.ok(
        questions.some((question) => question.name === name && isMeantBy(exception, question)),
        `${name}: ${exception.is}`,
      );
    }
  }
});
