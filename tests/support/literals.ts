import { tokenizeModule } from '../../src/module/tokens.ts';

/** A string or template of a source file: the texts between its expressions. */
export interface Literal {
  readonly line: number;
  readonly pieces: readonly string[];
  /** It stands in a union of types, or is compared: a word of the program. */
  readonly isWord: boolean;
}

/** Returns the strings and templates of a TypeScript file, but those of `new Error(…)`, which are mistakes of the program itself. */
export function literalsOf(text: string): readonly Literal[] {
  const read = tokenizeModule(text);
  if (!('tokens' in read)) throw new Error(`${read.why}: ${text.slice(read.stopped.start, read.stopped.end + 40)}`);
  const { tokens } = read;
  const found: Literal[] = [];
  const open: { readonly start: number; readonly own: boolean; readonly pieces: string[] }[] = [];
  const note = (start: number, own: boolean, pieces: readonly string[]): void => {
    const isWord = /(?:[!=]==|\||\bcase)\s*$/.test(text.slice(Math.max(0, start - 40), start));
    if (!own) found.push({ line: text.slice(0, start).split('\n').length, pieces, isWord });
  };
  tokens.forEach(({ kind, text: value, span: { start, end } }, i) => {
    const own = ['new', 'Error', '('].every((word, at) => tokens[i - 3 + at]?.text === word);
    if (kind === 'string') note(start, own, [value]);
    if (kind !== 'template') return;
    const written = text.slice(start, end);
    const goesOn = written.endsWith('${');
    if (written[0] === '`') open.push({ start, own, pieces: [] });
    open.at(-1)!.pieces.push(
      written
        .slice(1, goesOn ? -2 : -1)
        .replaceAll(/\\n/g, '\n')
        .replaceAll(/\\(.)/g, '$1'),
    );
    if (goesOn) return;
    const { start: from, own: ours, pieces } = open.pop()!;
    note(from, ours, pieces);
  });
  return found;
}
