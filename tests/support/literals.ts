import { type Token, tokenizeModule } from '../../src/module/tokens.ts';

/** A string or template of a source file: the texts between its expressions. */
export interface Literal {
  readonly line: number;
  readonly pieces: readonly string[];
  /** It stands in a union of types, or is compared: a word of the program. */
  readonly isWord: boolean;
}

/** Stands before a text that nobody reads as a message, or before the bracket around several. */
const marker = '/* not a message */';

/**
 * Returns the strings and templates of a TypeScript file, but those that are no messages: the arguments of `new Error(…)` (a mistake of
 * the program itself) and `Symbol(…)`, the values in `right`, `wrong` and `cases` that members of open sets are tested with, and those
 * marked `/* not a message *\/`.
 */
export function literalsOf(text: string): readonly Literal[] {
  const read = tokenizeModule(text);
  if (!('tokens' in read)) throw new Error(`${read.why}: ${text.slice(read.stopped.start, read.stopped.end + 40)}`);
  const { tokens } = read;
  const found: Literal[] = [];
  const unread = findUnread(text, tokens);
  const open: { readonly start: number; readonly own: boolean; readonly pieces: string[] }[] = [];
  const note = (start: number, own: boolean, pieces: readonly string[]): void => {
    const isWord = /(?:[!=]==|\||\bcase)\s*$/.test(text.slice(Math.max(0, start - 40), start));
    if (!own) found.push({ line: text.slice(0, start).split('\n').length, pieces, isWord });
  };
  tokens.forEach(({ kind, text: value, span: { start, end } }, i) => {
    const own = unread.has(i) || precedes(tokens, i, 'new', 'Error', '(') || precedes(tokens, i, 'Symbol', '(');
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

/** The tokens that are marked, or stand in brackets that are, by their index. */
function findUnread(text: string, tokens: readonly Token[]): ReadonlySet<number> {
  const found = new Set<number>();
  let depth = 0;
  tokens.forEach(({ kind, text: value, span }, i) => {
    const isMarked = text.slice(tokens[i - 1]?.span.end ?? 0, span.start).includes(marker);
    const isTested = value === '[' && ['right', 'wrong', 'cases'].some((name) => precedes(tokens, i, name, ':'));
    if (depth > 0 || isMarked || isTested) found.add(i);
    const opens = kind === 'mark' && /^[([{]$/.test(value);
    if (opens && (depth > 0 || isMarked || isTested)) depth++;
    else if (depth > 0 && kind === 'mark' && /^[)\]}]$/.test(value)) depth--;
  });
  return found;
}

function precedes(tokens: readonly Token[], i: number, ...texts: readonly string[]): boolean {
  return texts.every((text, at) => tokens[i - texts.length + at]?.text === text);
}
