import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A test whose name begins with the numbers of attacks: `S12, S13: …`. */
export interface NumberedTest {
  readonly file: string;
  readonly title: string;
  readonly numbers: readonly string[];
}

/** Lists the numbered tests of a source. A value at the end of a built title, such as the name of the store, is left out. */
export function listNumberedTests(file: string, text: string): readonly NumberedTest[] {
  const found = text.matchAll(/\b(?:test|describe|it)\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`((?:[^`\\]|\\.)*)`)/g);
  return Array.from(found, ([, plain, quoted, built]) => {
    const title = (plain?.replaceAll("\\'", "'") ?? quoted ?? built ?? '').replace(/\s*\(?\$\{[^}]*\}[^$]*$/, '');
    const [, lead = ''] = /^((?:S\d+(?:\.\d+)?(?:, )?)+):/.exec(title) ?? [];
    return { file, title, numbers: [...new Set(lead.match(/S\d+/g))] };
  }).filter(({ numbers }) => numbers.length > 0);
}

/** Lists the numbered tests of the project: those of `tests/security/` first, then by file. */
export function findNumberedTests(): readonly NumberedTest[] {
  const order = (file: string): string =>
    `${file.startsWith('tests/security/') ? 0 : file.startsWith('tests/') ? 1 : 2}${file}`;
  return ['tests/**/*.test.ts', 'src/**/*.test.ts']
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .sort((file, other) => (order(file) < order(other) ? -1 : 1))
    .flatMap((file) => listNumberedTests(file, readFileSync(join(root, file), 'utf8')));
}

/** Returns `docs/compliance/security.md` with the tests of each attack, by their names. */
export function compliancePages(): Map<string, string> {
  const page = readFileSync(join(root, 'docs/compliance/security.md'), 'utf8');
  return new Map([['security.md', fillRows(page, findNumberedTests())]]);
}

/**
 * Writes the tests into the rows of their numbers. Measurements and reasons why there is no test yet stay as they are. Throws if a
 * number has none of these, or a test has a number without a row.
 */
export function fillRows(page: string, tests: readonly NumberedTest[]): string {
  const left = new Set(tests.flatMap(({ numbers }) => numbers));
  const filled = page.replaceAll(
    /^\| (S\d+) \| (.*?) \|(.*)\|$/gm,
    (_, number: string, attack: string, cell: string) => {
      left.delete(number);
      const own = tests.filter(({ numbers }) => numbers.includes(number));
      // A reason why there is no test ends with the first test.
      const isKept = own.length === 0 ? /^(?:measured by |\*not yet\*: )/ : /^measured by /;
      const kept = cell
        .trim()
        .split('<br>')
        .filter((part) => isKept.test(part));
      const parts = [...own.map(({ file, title }) => `\`${file}\`: ${escapeCell(title)}`), ...kept];
      if (parts.length === 0)
        throw new Error(`${number} has no test, no measurement and no reason: name a test \`${number}: …\``);
      return `| ${number} | ${attack} | ${parts.join('<br>')} |`;
    },
  );
  if (left.size > 0) throw new Error(`no row in docs/compliance/security.md for ${[...left].join(', ')}`);
  return filled;
}

function escapeCell(title: string): string {
  return title.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('__', '\\_\\_');
}
