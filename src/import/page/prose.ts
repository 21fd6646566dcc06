import type { Tree } from '../source/tree.ts';
import { type Prose, prose } from './model.ts';

const widest = 2_000;

/**
 * Writes a description as prose of the page: plain paragraphs as paragraphs, other Markdown as a quotation, in which nothing is read as a
 * fact.
 */
export function writeProse(text: string, ...says: readonly (Tree | undefined)[]): readonly Prose[] {
  const clean = text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', '  ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
    .trim();
  if (clean === '') return [];
  const paragraphs = clean.split(/\n[ ]*\n\s*/);
  if (paragraphs.every(isPlain)) {
    const lines = paragraphs.map((paragraph) => paragraph.split('\n').map((line) => line.trim()));
    return lines.map((paragraph) => prose(wrap(paragraph.join('\n')), ...says));
  }
  return [{ ...prose(wrap(clean).replace(/^( *)\|/gm, '$1\\|'), ...says), form: 'quoted' }];
}

/** Whether each line of a paragraph is text: no heading, list, table, quotation, code, HTML or rule. */
function isPlain(paragraph: string): boolean {
  return paragraph.split('\n').every((line) => !/^\s*([#>|<+*=~-]|[0-9]+[.)]|```|\[[^\]]*\]:)|^ {4}|\|/.test(line));
}

/** Breaks lines that are too long for a document. */
function wrap(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .flatMap((line) => (line.length <= widest ? [line] : breakLine(line)))
    .join('\n');
}

function breakLine(line: string): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > widest) {
    const space = rest.lastIndexOf(' ', widest);
    const at = space > 0 ? space : rest.codePointAt(widest - 1)! > 0xffff ? widest - 1 : widest;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
