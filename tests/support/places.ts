import { readCell } from '../../src/markdown/cells/cell-text.ts';
import { grammars } from '../../src/parts/grammars.ts';
import type { Document } from '../../src/parts/index.ts';
import type { Span } from '../../src/text/location.ts';

/** A place of a document that the language gives a meaning: a word of it, a delimiter, or a name defined elsewhere. */
export interface MeantPlace {
  readonly what: string;
  readonly span: Span;
}

/** Columns whose cells hold what the author makes up: definitions and free values. */
const madeUp = new Set([
  'Field',
  'Rule',
  'State',
  'Transition',
  'Parameter',
  'Scheme',
  'Credential',
  'Scope',
  'Attribute',
  'Event',
  'Code',
  'Status',
  'Limit',
  'Version',
  'Released',
  'Sunset',
  'Name',
  'Before',
  'Attempts',
]);

/** Words that are values of the author's in cells that hold words of the language too. */
const freeWord = /^(?:\d.*|\.\..*|—|\{.*|-.*|"[^"]*"|[A-Z][\w-]*:)$/;

/** Titles of all columns and names of all fact lines, letter case as the grammar spells it. */
const titles = grammars.flatMap((part) => part.tables.flatMap((table) => table.columns.map((column) => column.title)));

/** Every place of a document at which a slip of one character must be seen. */
export function meantPlaces(document: Document): MeantPlace[] {
  return [...headings(document), ...tables(document), ...facts(document), ...gaps(document)];
}

function lineSpans(document: Document): Span[] {
  const { text, lines } = document.source;
  return Array.from(lines, (start, index) => ({ start, end: (lines[index + 1] ?? text.length + 1) - 1 }));
}

function headings(document: Document): MeantPlace[] {
  const { text } = document.source;
  return lineSpans(document).flatMap((span): MeantPlace[] => {
    const line = text.slice(span.start, span.end);
    if (/^## /.test(line)) return [{ what: 'part heading', span: { start: span.start + 3, end: span.end } }];
    const subject = /^### (.*)$/.exec(line)?.[1];
    if (subject === undefined || /\((object|one of)\)$/.test(subject)) return [];
    // A resource's heading in part 2 is its own definition; everywhere else a heading refers or is a word of the language.
    const defines = document.service.resources.resources.some(
      (resource) => span.start < resource.name.span.start && resource.name.span.end <= span.end,
    );
    return defines ? [] : [{ what: 'subject heading', span: { start: span.start + 4, end: span.end } }];
  });
}

function tables(document: Document): MeantPlace[] {
  const { text } = document.source;
  const places: MeantPlace[] = [];
  let header: string[] = [];
  for (const span of lineSpans(document)) {
    const line = text.slice(span.start, span.end);
    if (!line.startsWith('|')) {
      header = [];
      continue;
    }
    const cells = cellsOf(line, span.start);
    if (header.length === 0) {
      header = cells.map((cell) => text.slice(cell.start, cell.end));
      const known = header.every((title) => titles.includes(title));
      const own = header[0] === 'Code' ? header.map((title) => titles.includes(title)) : header.map(() => true);
      if (known || header[0] === 'Code') {
        for (const [index, cell] of cells.entries()) if (own[index]) places.push({ what: 'column title', span: cell });
      } else if (header[0] === 'Field') {
        places.push(...cells.map((span, index) => ({ what: index === 0 ? 'column title' : 'matrix state', span })));
      }
    } else if (/^\|[\s|:-]+\|$/.test(line)) {
      places.push(...cells.map((span) => ({ what: 'delimiter', span })));
    } else {
      places.push(...rowPlaces(document, header, cells));
    }
  }
  return places;
}

function cellsOf(line: string, offset: number): Span[] {
  const spans: Span[] = [];
  let from = 1;
  for (let at = 1; at < line.length; at++) {
    if (line[at] !== '|' || line[at - 1] === '\\') continue;
    const raw = line.slice(from, at);
    const start = offset + from + (raw.length - raw.trimStart().length);
    spans.push({ start, end: Math.max(start, start + raw.trim().length) });
    from = at + 1;
  }
  return spans;
}

function cellText({ source }: Document, cell: Span | undefined): string | undefined {
  return cell && source.text.slice(cell.start, cell.end);
}

function rowPlaces(document: Document, header: readonly string[], cells: readonly Span[]): MeantPlace[] {
  return cells.flatMap((span, index): MeantPlace[] => {
    const title = header[index]!;
    // What was removed is defined by the row that says so.
    if (title === 'What' && cellText(document, cells[header.indexOf('Change')]) === 'removed') return [];
    const matrix = header[0] === 'Field' && !titles.includes(header[1] ?? '');
    if (!matrix && (title === 'Meaning' || title === 'Message')) return [];
    if (
      !matrix &&
      index === 0 &&
      title !== 'Change' &&
      title !== 'Delivery' &&
      title !== 'Operations' &&
      !isOperation(title)
    ) {
      if (title !== 'From' && title !== 'Sent in') return [];
    }
    if (!matrix && madeUp.has(title)) return [];
    if (title === 'Path') return placeholders(document, span);
    const cell = readCell(document.source, span, []);
    if (cell.kind !== 'value') return [];
    return cell.text.tokens.flatMap((token, position): MeantPlace[] => {
      if (token.kind === 'code') return codePlaces(document, title, token.words.span);
      const isArgument = cell.text.tokens[position - 1]?.text === 'typeid';
      if (token.kind !== 'word' || isArgument || freeWord.test(token.text) || isFree(title, token.text, position))
        return [];
      return [{ what: `${title}: ${token.text}`, span: token.span }];
    });
  });
}

/** Words of the author's own behind or among words of the language: prefixes, header names, fixed segments of paths. */
function isFree(title: string, word: string, position: number): boolean {
  if (title === 'Sent in' || title === 'Key') return position > 0;
  return word.startsWith('/');
}

/** The names of fields in the placeholders of a path. */
function placeholders(document: Document, span: Span): MeantPlace[] {
  const path = document.source.text.slice(span.start, span.end);
  return Array.from(path.matchAll(/\{([^}]+)\}/g), (found) => {
    const start = span.start + found.index + 1;
    return { what: `placeholder ${found[1]}`, span: { start, end: start + found[1]!.length } };
  });
}

function isOperation(title: string): boolean {
  return title === 'Operation';
}

/** Names inside an expression or a shape: all but keys, variables and string literals that stand for themselves. */
function codePlaces(document: Document, title: string, span: Span): MeantPlace[] {
  const text = document.source.text.slice(span.start, span.end);
  if (text.startsWith('^')) return [];
  const places: MeantPlace[] = [];
  for (const match of text.matchAll(/"[^"]*"|[A-Za-z_][\w]*/g)) {
    const word = match[0];
    const after = text.slice(match.index + word.length);
    if (word.startsWith('"') || word.length === 1) continue;
    if (/^\??:/.test(after)) continue;
    const start = span.start + match.index;
    places.push({ what: `${title}: ${word}`, span: { start, end: start + word.length } });
  }
  return places;
}

function facts(document: Document): MeantPlace[] {
  const { text } = document.source;
  return lineSpans(document).flatMap((span): MeantPlace[] => {
    const name = /^- ([^:]+):/.exec(text.slice(span.start, span.end))?.[1];
    if (name === undefined) return [];
    const start = span.start + 2;
    return [{ what: `fact name: ${name}`, span: { start, end: start + name.length + 1 } }];
  });
}

function gaps(document: Document): MeantPlace[] {
  const { text } = document.source;
  return lineSpans(document).flatMap((span): MeantPlace[] => {
    const line = text.slice(span.start, span.end);
    const sentence = /^[^|#-][^.]*: not shown\./.exec(line)?.[0];
    return sentence === undefined
      ? []
      : [{ what: 'gap sentence', span: { start: span.start, end: span.start + sentence.length - 1 } }];
  });
}
