import { columnTexts, wordTexts } from './words.generated.ts';

/** The explanation of a column or line of a part in the reference of the language. */
export function findColumnText(part: string, title: string): string | undefined {
  return columnTexts[`${part}/${title}`];
}

const pages = ['expressions', 'shapes', 'lists', 'names', 'gaps'];
const byHead = new Map<string, string>();
for (const key of Object.keys(wordTexts)) {
  const head = toHead(key);
  if (!byHead.has(head)) byHead.set(head, key);
}

/** The explanation of a word in the reference: of the part first, then of the pages that all parts share. */
export function findWordText(part: string, word: string): string | undefined {
  for (const page of [part, ...pages]) {
    const text = wordTexts[`${page}/${word}`] ?? wordTexts[byHead.get(`${page}/${word}`) ?? ''];
    if (text !== undefined) return text;
  }
  return undefined;
}

/** `resources/default` of `resources/default 0`, `resources/typeid` of `resources/typeid inv`. */
function toHead(key: string): string {
  return key.replace(/ (?:[\d"`(<…].*|inv|Customer|caller\.\w+|a, b.*|with a.*)$/, '');
}

/** A column, line or word of the language with its explanation. */
export interface ExplainedWord {
  readonly part: string;
  readonly word: string;
  readonly text: string;
}

/** Finds columns, lines and words that equal a term. Without one, finds the ones that contain it. At most twenty. */
export function searchWords(term: string): readonly ExplainedWord[] {
  const wanted = term.trim().toLowerCase();
  const all = [...Object.entries(columnTexts), ...Object.entries(wordTexts)].map(([key, text]) => {
    const at = key.indexOf('/');
    return { part: key.slice(0, at), word: key.slice(at + 1), text };
  });
  const equal = all.filter(({ word }) => word.toLowerCase() === wanted);
  const found =
    equal.length > 0 ? equal : all.filter(({ word }) => wanted !== '' && word.toLowerCase().includes(wanted));
  return found.slice(0, 20);
}
