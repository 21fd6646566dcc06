import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';
import { root } from './process.ts';

/** The documents that are changed: those of the tests, and every example. */
export const documents: readonly string[] = [
  'tests/documents/empty.md',
  'tests/documents/invoices.md',
  ...globSync('examples/*/*.md', { cwd: root })
    .filter((file) => !file.endsWith('README.md'))
    .sort(),
].map((file) => readFileSync(join(root, file), 'utf8'));

/** A piece of Markdown, or of the language, or of neither. */
export const crumb: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      '|',
      '| a | b |\n',
      '|-|-|\n',
      '| Field | Type |\n',
      '| --- | --- |\n',
      '| id | string |\n',
      '`',
      '``',
      '"',
      '\\',
    ],
    ...[
      '\\|',
      '# A\n\n',
      '### ',
      '#### ',
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      '- ',
      '1. ',
      '> ',
      '    ',
      '\t',
      '```\n',
      '<!--',
    ],
    ...[
      '-->',
      '<div>',
      ': ',
      '：',
      'not shown',
      'None.',
      '—',
      'n/a',
      '### Notes\n',
      '### Invoice\n\n',
      '- Body: ',
      '…',
    ],
    ...['{base_url}', 'and ', ', ', ';', '(', ')', '[', ']', '{', '}', '=', '..', '1..2', '\u00a0', '\u202e', '\u0000'],
    ...['字', '😀', 'e\u0301', '\ud800', '\ufeff', '---\n', '===\n', 'ref Invoice', 'Invoice[]', '`a == b`', '` `'],
    ...['__proto__', 'constructor', 'or null', 'required', 'default "a"', '200 `{ a: Invoice }`', 'GET', '/a/{id}'],
    ...['What the service does', 'Resources and their fields', 'States and transitions', 'Endpoints', 'Authentication']
      .concat(['Events', 'Errors', 'Limits', 'Versioning'])
      .map((title) => `\n\n## ${title}\n\n`),
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

/** One change of a text: of lines, of cells, or of characters. `at`, `to` and `words` mean what the kind makes of them. */
interface Change {
  readonly kind:
    | 'cut line'
    | 'double line'
    | 'swap lines'
    | 'cut cell'
    | 'double cell'
    | 'swap cells'
    | 'write'
    | 'cut';
  readonly at: number;
  readonly to: number;
  readonly words: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(
    ...(['cut line', 'double line', 'swap lines', 'cut cell', 'double cell', 'swap cells', 'write', 'cut'] as const),
  ),
  at: fc.nat(),
  to: fc.nat(),
  words: crumb,
});

/** A document with one to five changes. */
export const mutated: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...documents), fc.array(change, { minLength: 1, maxLength: 5 }))
  .map(([document, changes]) => changes.reduce(changed, document));

/** The beginning of one document, the middle of another and the end of a third. */
export const spliced: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...documents),
    fc.constantFrom(...documents),
    fc.constantFrom(...documents),
    fc.nat(),
    fc.nat(),
  )
  .map(([first, second, third, at, to]) => {
    const [from, end] = [at % second.length, to % second.length].sort((position, other) => position - other) as [
      number,
      number,
    ];
    return first.slice(0, at % first.length) + second.slice(from, end) + third.slice(to % third.length);
  });

function changed(text: string, { kind, at, to, words }: Change): string {
  if (kind === 'write') return splice(text, at, 0, words);
  if (kind === 'cut') return splice(text, at, to % 40, '');
  if (kind.endsWith('line') || kind === 'swap lines') return edit(text.split('\n'), kind, at, to).join('\n');
  const lines = text.split('\n');
  const rows = lines.flatMap((line, index) => (line.startsWith('|') ? [index] : []));
  const row = rows[at % Math.max(1, rows.length)];
  if (row === undefined) return splice(text, at, 0, words);
  lines[row] = edit(lines[row]!.split('|'), kind, to, at).join('|');
  return lines.join('\n');
}

function splice(text: string, at: number, cut: number, words: string): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + words + text.slice(place + cut);
}

function edit(pieces: string[], kind: Change['kind'], at: number, to: number): string[] {
  const [position, other] = [at % pieces.length, to % pieces.length];
  if (kind.startsWith('cut')) return pieces.toSpliced(position, 1);
  if (kind.startsWith('double')) return pieces.toSpliced(position, 0, pieces[position]!);
  return pieces.with(position, pieces[other]!).with(other, pieces[position]!);
}
