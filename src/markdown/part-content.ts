import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { Source, Span } from '../text/location.ts';
import type { Block, Heading, Table } from './blocks/block.ts';
import type { AspectStatus, CellGap, ContentFact, ContentTable, PartContent, Subject } from './content.ts';
import { markdown } from './diagnostics.ts';
import { checkItems, checkParagraph, recognizeFact } from './facts.ts';
import { resolveAspects } from './gaps/aspects.ts';
import { type Carried, createCarried } from './gaps/stated-aspects.ts';
import { type GapSentence, isDisguised, parseGap } from './gaps.ts';
import type { PartGrammar, TableGrammar } from './grammar.ts';
import { classifyHeading, type HeadingKind, isObject, type SubjectNames } from './headings.ts';
import type { Group, Section } from './sections.ts';
import { findTableKind, readTitles, reportUnknown, resolveColumns } from './tables/columns.ts';
import { createContentTable } from './tables/rows.ts';

/** The parts of the whole document that recognizing one part needs. */
export interface Whole {
  readonly source: Source;
  readonly blocks: readonly Block[];
  readonly grammars: readonly PartGrammar[];
  readonly diagnostics: DiagnosticSink;
  readonly cellGaps: CellGap[];
  /** Aspects that earlier parts state of later ones, by part and aspect: `limits page sizes`. */
  readonly statedElsewhere: Map<string, Span>;
}

/** One level of a part: itself, or one of its subjects. */
interface Level {
  readonly subject: string | undefined;
  readonly keys: Map<string, Span>;
  readonly seen: Map<string, Span>;
  readonly facts: ContentFact[];
  readonly tables: ContentTable[];
  readonly prose: Span[];
}

interface PartReading {
  readonly whole: Whole;
  readonly grammar: PartGrammar;
  readonly carried: Carried;
  readonly gaps: GapSentence[];
  readonly prose: Span[];
  /** Fact lines, tables and subjects' headings, known or not. */
  firstContent: Span | undefined;
  firstProse: Span | undefined;
}

/** Recognizes the content of one part, and the status of each of its aspects. */
export function recognizePart(
  whole: Whole,
  section: Section,
): { content: PartContent; aspects: readonly AspectStatus[] } {
  const { grammar, heading } = section;
  const carried = createCarried();
  const reading: PartReading = {
    whole,
    grammar,
    carried,
    gaps: [],
    prose: [],
    firstContent: undefined,
    firstProse: undefined,
  };
  const top = createLevel(undefined);
  const subjects: Subject[] = [];
  const names: SubjectNames = new Map();
  let firstSubject: Span | undefined;
  for (const group of section.groups) {
    const kind = classifyHeading(group.heading, grammar, names, whole.diagnostics);
    const into = kind.kind === 'subject' ? createLevel(group.heading.words.text) : top;
    if (kind.kind === 'subject') {
      reading.firstContent ??= group.heading.span;
      if (!isObject(group.heading.words.text, grammar)) firstSubject ??= group.heading.span;
    }
    readGroup(reading, group, kind, into, top);
    if (kind.kind === 'subject') subjects.push(createSubject(group.heading, into));
  }
  const { source, statedElsewhere } = whole;
  const { gaps, prose, firstProse, firstContent } = reading;
  const facts = {
    source,
    grammar,
    heading,
    carried,
    statedElsewhere,
    gaps,
    prose,
    firstProse,
    firstSubject,
    firstContent,
  };
  const { part, title } = grammar;
  const content = { part, title, heading, facts: top.facts, tables: top.tables, subjects, prose: top.prose };
  return { content, aspects: resolveAspects(facts, whole.diagnostics) };
}

/** A subject with its lists cut to their lengths: pushing has left room in them, and there may be very many subjects. */
function createSubject({ words, span }: Heading, { facts, tables, prose }: Level): Subject {
  return { words, span, facts: facts.slice(), tables: tables.slice(), prose: prose.slice() };
}

function createLevel(subject: string | undefined): Level {
  return { subject, keys: new Map(), seen: new Map(), facts: [], tables: [], prose: [] };
}

function readGroup(reading: PartReading, group: Group, kind: HeadingKind, into: Level, top: Level): void {
  // An item that has only a text has no tables and lines: they belong to the part, as below its own heading.
  const isText = kind.kind === 'subject' && reading.grammar.subjects === 'email';
  const [within, level]: [HeadingKind, Level] = isText ? [{ kind: 'part' }, top] : [kind, into];
  for (let at = group.from; at < group.to; at++) {
    const block = reading.whole.blocks[at]!;
    if (block.kind === 'table') readTable(reading, block, within, level);
    else if (block.kind === 'fact') {
      const { grammar, carried, whole } = reading;
      reading.firstContent ??= block.span;
      const at = within.kind === 'subject' ? 'subject' : 'part';
      const subject = level.subject ?? grammar.title;
      const fact = recognizeFact({ ...whole, grammar, at, subject, seen: level.seen, carried }, block);
      if (fact !== undefined) level.facts.push(fact);
    } else readProse(reading, block, into);
  }
}

function readProse(reading: PartReading, block: Block, into: Level): void {
  const { whole, grammar } = reading;
  if (block.kind === 'paragraph') {
    const isFact = checkParagraph(whole.source, grammar, block.span, whole.diagnostics);
    const gap = isFact ? undefined : parseGap(whole.source, block.span, grammar, whole.diagnostics);
    if (gap !== undefined) reading.gaps.push(gap);
    const rest = gap === undefined ? block.span : gap.rest;
    if (rest !== undefined) addProse(reading, rest, into, gap === undefined);
  }
  if (block.kind !== 'prose' || block.form === 'comment') return;
  const items = block.form === 'list' ? block.items : [];
  checkItems(whole.source, grammar, items, whole.diagnostics);
  if (block.form === 'quotation') isDisguised(whole.source, block.span, grammar, whole.diagnostics);
  for (const { start, end } of items) isDisguised(whole.source, { start, end }, grammar, whole.diagnostics);
  addProse(reading, block.span, into, block.form !== 'rule');
}

function addProse(reading: PartReading, span: Span, into: Level, states: boolean): void {
  into.prose.push(span);
  if (reading.grammar.aspects.some(({ notShownBy }) => notShownBy !== undefined)) reading.prose.push(span);
  if (states) reading.firstProse ??= span;
}

function readTable(reading: PartReading, table: Table, heading: HeadingKind, into: Level): void {
  const { whole, grammar, carried } = reading;
  const { source, diagnostics } = whole;
  reading.firstContent ??= table.span;
  const titles = readTitles(source, table);
  const header = table.header.span;
  const kind = findTableKind(titles, grammar.tables);
  if (kind === undefined) {
    reportUnknown(header, titles, grammar, whole.grammars, diagnostics);
    return;
  }
  if (!mayStand(kind, heading)) {
    diagnostics.push(markdown['misplaced-table'](header, kind.columns[0]!.title, describeTableLocation(kind)));
    return;
  }
  const columns = resolveColumns(kind, titles, header, diagnostics);
  const place = { ...whole, part: grammar.part, subject: into.subject, keys: into.keys, carried };
  into.tables.push(createContentTable(place, table, kind, columns));
}

function mayStand(kind: TableGrammar, heading: HeadingKind): boolean {
  if (heading.kind === 'subject') return kind.at === 'subject';
  if (kind.at === 'subject') return false;
  return heading.kind !== 'table' || kind.at.heading === heading.title;
}

function describeTableLocation(kind: TableGrammar): string {
  if (kind.at === 'subject') return 'under the ### heading of its subject';
  const { heading } = kind.at;
  return heading === '' ? 'above the first ### heading of its part' : `at the part's level or under "### ${heading}"`;
}
