import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { Source, SourceText, Span } from '../text/location.ts';
import { memoByKey } from '../text/memo.ts';
import { findNearest } from '../text/nearest.ts';
import type { Fact, ListItem } from './blocks/block.ts';
import type { Cell } from './cells/cell.ts';
import { readCellFromWords } from './cells/cell-text.ts';
import { createCellText } from './cells/tokens.ts';
import type { CellGap, ContentFact } from './content.ts';
import { markdown } from './diagnostics.ts';
import { getItemParagraph } from './facts/items.ts';
import { type Carried, keepFirst } from './gaps/stated-aspects.ts';
import type { FactGrammar, PartGrammar } from './grammar.ts';

/** The location of a fact line, and the collected results. */
export interface FactLineContext {
  readonly source: Source;
  readonly grammar: PartGrammar;
  readonly at: 'part' | 'subject';
  readonly subject: string;
  /** The first line of each name in this place. */
  readonly seen: Map<string, Span>;
  readonly carried: Carried;
  /** Aspects of later parts that lines state, by part and aspect: `limits page sizes`. */
  readonly statedElsewhere: Map<string, Span>;
  readonly diagnostics: DiagnosticSink;
  readonly cellGaps: CellGap[];
}

/** Recognizes a fact line by its name and its location; an unknown one is a diagnostic, and undefined. */
export function recognizeFact(context: FactLineContext, fact: Fact): ContentFact | undefined {
  const { grammar, diagnostics, seen, carried } = context;
  const { span: at, text } = fact.name;
  const prose = fact.value;
  const name = text.replace(/ +/g, ' ');
  const known = grammar.facts.filter((candidate) => isSameName(candidate.name, name));
  const here = known.find((candidate) => candidate.at === context.at);
  if (here === undefined) {
    reportUnknown(context, at, name, known[0]);
    return undefined;
  }
  const before = seen.get(here.name);
  if (before === undefined) seen.set(here.name, at);
  else if (here.repeats !== true) diagnostics.push(markdown['duplicate-fact'](at, here.name, before));
  if (/^[:：]/.test(prose.text)) diagnostics.push(markdown['duplicate-colon'](prose.span, here.name));
  if (prose.text === '') diagnostics.push(markdown['empty-fact'](at, here.name));
  const value = here.reads === 'prose' ? toProseCell(prose) : readCellFromWords(prose, diagnostics);
  const aspects = [here.carries ?? []].flat();
  if (value.kind === 'value') for (const aspect of aspects) keepFirst(carried.stated, aspect, fact.span);
  const { carriesElsewhere: other } = here;
  if (value.kind === 'value' && other !== undefined && prose.text.includes(other.behind)) {
    keepFirst(context.statedElsewhere, `${other.part} ${other.aspect}`, fact.span);
  }
  if (value.kind === 'not shown') {
    for (const aspect of aspects) keepFirst(carried.notShown, aspect, fact.span);
    context.cellGaps.push({ part: grammar.part, subject: context.subject, column: here.name, span: value.span });
  }
  return { name: here.name, value, prose, span: fact.span };
}

/** Prose may use "none" in any way; only empty text, a dash or `not shown` is not a value. */
function toProseCell(words: SourceText): Cell {
  const cell = readCellFromWords(words);
  const isNone = words.text === '' || words.text === '—';
  return cell.kind === 'none' && !isNone ? { kind: 'value', text: createCellText(words), span: words.span } : cell;
}

function reportUnknown(context: FactLineContext, at: Span, name: string, elsewhere: FactGrammar | undefined): void {
  const { grammar, diagnostics } = context;
  if (elsewhere !== undefined) {
    const where =
      elsewhere.at === 'part' ? 'above the first ### heading of its part' : 'under the ### heading of a subject';
    diagnostics.push(markdown['misplaced-fact'](at, elsewhere.name, where));
    return;
  }
  const names = listFactNames(grammar, context.at);
  diagnostics.push(markdown['unknown-fact'](at, name, findNearest(name, names), names));
}

/** Returns the fact lines that are allowed in a location; one list for all, since a diagnostic may store it. */
const listFactNames = memoByKey((grammar: PartGrammar, at: FactLineContext['at']): readonly string[] =>
  Object.freeze(grammar.facts.filter((known) => known.at === at).map((known) => known.name)),
);

/** Reports items of a list that is prose which begin with the name of a fact line of this part. */
export function checkItems(
  source: Source,
  grammar: PartGrammar,
  items: readonly ListItem[],
  diagnostics: DiagnosticSink,
): void {
  const initials = new Set(grammar.facts.flatMap(({ name }) => [name[0]!, name[0]!.toLowerCase()]));
  for (const item of items) {
    // Most items are prose: their first letter suffices to exclude them.
    const initial = source.text[item.lines[0]?.start ?? -1] ?? '';
    if (initials.has(initial) || /[*_["'“]/.test(initial)) checkItem(source, grammar, item, diagnostics);
  }
}

/** The beginning of a task list item, and the marks around a name: emphasis, quotation marks or a link. */
const task = /^\[[ xX]\]\s+/;
const opening = /^(?:\*\*|__|[*_"'“[])/;
const closing = /^["'”]|^\](?:\([^)]*\))?/;

function checkItem(source: Source, grammar: PartGrammar, item: ListItem, diagnostics: DiagnosticSink): void {
  const words = getItemParagraph(source.text, item);
  const [box = ''] = task.exec(words.text) ?? [];
  const inside = words.text.slice(box.length);
  const [mark = ''] = opening.exec(inside) ?? [];
  const text = inside.slice(mark.length);
  const known = grammar.facts.find(({ name }) => beginsWith(text, name));
  if (known === undefined) return;
  const isEmphasis = mark === '' || /[*_]/.test(mark);
  const after = text.slice(known.name.length);
  const rest = isEmphasis ? after : after.replace(closing, '');
  // Prose may begin with a link or a quotation.
  if (!isEmphasis && !/^\s*[:：]/.test(rest)) return;
  const why = explainUnreadFact(item, box, mark);
  const value = rest.replace(/^[*_:：\s]+/, '');
  diagnostics.push(markdown['disguised-fact']({ start: item.start, end: words.span.end }, known.name, why, value));
}

/** Reports lines of a paragraph that have the form of a fact line of this part; returns whether there are any. Sentences of gaps have that form too. */
export function checkParagraph(source: Source, grammar: PartGrammar, span: Span, diagnostics: DiagnosticSink): boolean {
  let found = false;
  let start = span.start;
  for (const line of source.text.slice(span.start, span.end).split('\n')) {
    const [, before, name, value] =
      /^(\s*[*_]{0,3})([\p{L}\p{N} -]{1,40}?) ?:[*_]{0,3}\s+(\S.*?)\s*$/u.exec(line) ?? [];
    const known = name && grammar.facts.find((fact) => isSameName(fact.name, name));
    if (known && !/^(?:not shown|none)\b/i.test(value!)) {
      found = true;
      const from = start + line.search(/\S/);
      const why = before!.trim() === '' ? 'it has no bullet' : 'it has no bullet, and the name is in bold or italics';
      const end = start + line.trimEnd().length;
      diagnostics.push(markdown['disguised-fact']({ start: from, end }, known.name, why, value!));
    }
    start += line.length + 1;
  }
  return found;
}

function explainUnreadFact(item: ListItem, box: string, mark: string): string {
  if (item.nested) return 'it is in a nested list';
  if (item.ordered) return 'it is in a numbered list';
  if (box !== '') return 'it is an item of a task list';
  if (/[*_]/.test(mark)) return 'the name is in bold or italics';
  if (mark !== '') return 'the name is in quotation marks or a link';
  return 'the name has no colon after it';
}

function beginsWith(text: string, name: string): boolean {
  if (!isSameName(text.slice(0, name.length), name)) return false;
  // One wrong character may replace the colon: such a slip must be found, but a plural is a different word.
  return !/^(?:s\b|[\p{L}\p{N}_-]{2})/u.test(text.slice(name.length, name.length + 2));
}

function isSameName(found: string, name: string): boolean {
  return found.toLowerCase() === name.toLowerCase();
}
