import type { DiagnosticSink } from '../diagnostics/list.ts';
import type { SourceText, Span } from '../text/location.ts';
import { findNearest } from '../text/nearest.ts';
import type { Block, Heading } from './blocks/block.ts';
import { markdown } from './diagnostics.ts';
import type { PartGrammar } from './grammar.ts';

/** The content below one heading of a part: its own `##`, or a `###`. */
export interface Group {
  readonly heading: Heading;
  /** The index range of its blocks in the document, end exclusive. (A second H1 may be among them.) */
  readonly from: number;
  readonly to: number;
}

/** A part as the headings cut it out: its groups in order, the first one below the `##` itself. */
export interface Section {
  readonly grammar: PartGrammar;
  readonly heading: Span;
  readonly groups: Group[];
}

/** A document cut at its headings. */
export interface Sections {
  readonly title: SourceText | undefined;
  readonly summary: readonly Block[];
  readonly sections: readonly Section[];
}

/** The state of cutting. */
interface Cut {
  readonly grammars: readonly PartGrammar[];
  readonly diagnostics: DiagnosticSink;
  readonly sections: Section[];
  title: Heading | undefined;
  /** The target of blocks: the summary, a group, or (below an unknown part) none. */
  into: 'summary' | { heading: Heading; from: number; to: number } | undefined;
  section: Section | undefined;
}

/** Cuts blocks into the nine parts by their headings; `end` is where the text ends. */
export function splitSections(
  blocks: readonly Block[],
  grammars: readonly PartGrammar[],
  end: number,
  diagnostics: DiagnosticSink,
): Sections {
  const summary: Block[] = [];
  const cut: Cut = { grammars, diagnostics, sections: [], title: undefined, into: 'summary', section: undefined };
  let early: Span | undefined;
  for (const [at, block] of blocks.entries()) {
    if (cut.title === undefined && !isTitle(block) && !isComment(block)) early ??= block.span;
    if (block.kind !== 'heading') {
      if (cut.into === 'summary') summary.push(block);
      else if (cut.into !== undefined) cut.into.to = at + 1;
    } else if (block.level === 1) readTitle(cut, block);
    else if (block.level === 2) openPart(cut, block, at);
    else openSubject(cut, block, at);
  }
  if (cut.title === undefined) diagnostics.push(markdown['missing-title']({ start: 0, end: 0 }));
  else if (early !== undefined) diagnostics.push(markdown['text-before-title'](early));
  reportMissingParts(cut, end);
  return { title: cut.title?.words, summary, sections: cut.sections };
}

function isTitle(block: Block): boolean {
  return block.kind === 'heading' && block.level === 1;
}

function isComment(block: Block): boolean {
  return block.kind === 'prose' && block.form === 'comment';
}

function readTitle(cut: Cut, heading: Heading): void {
  if (cut.title === undefined) {
    cut.title = heading;
    if (heading.words.text === '') cut.diagnostics.push(markdown['missing-title'](heading.span));
  } else cut.diagnostics.push(markdown['second-title'](heading.span, heading.words.text, cut.title.span));
}

function openPart(cut: Cut, heading: Heading, at: number): void {
  const { diagnostics, sections } = cut;
  const [, number, words = ''] = /^(?:(\d+)[.)]? +)?(.*)$/s.exec(heading.words.text) ?? [];
  const grammar = findPart(cut, heading, words.replace(/\s+/g, ' ').trim());
  if (grammar === undefined) {
    cut.into = undefined;
    cut.section = undefined;
    return;
  }
  if (number !== undefined && Number(number) !== grammar.number) {
    const { start } = heading.words.span;
    const span = { start, end: start + number.length };
    diagnostics.push(markdown['part-number'](span, number, grammar.title, grammar.number));
  }
  const before = sections.find((section) => section.grammar === grammar);
  if (before !== undefined) diagnostics.push(markdown['duplicate-part'](heading.span, grammar.title, before.heading));
  else checkOrder(cut, grammar, heading);
  const section = before ?? { grammar, heading: heading.span, groups: [] };
  if (before === undefined) sections.push(section);
  cut.section = section;
  open(cut, section, heading, at);
}

/** Whether words in lower case are the title of a part, or a shorter one. */
export function isTitleOf({ title, shortTitles = [] }: PartGrammar, lower: string): boolean {
  return [title, ...shortTitles].some((known) => known.toLowerCase() === lower);
}

/** The part of a title; a title that is nearly one is reported, and read as it. */
function findPart(cut: Cut, heading: Heading, title: string): PartGrammar | undefined {
  const lower = title.toLowerCase();
  const exact = cut.grammars.find((grammar) => isTitleOf(grammar, lower));
  if (exact !== undefined) return exact;
  const titles = cut.grammars.map((grammar) => grammar.title);
  const near =
    findNearest(title, titles) ??
    titles.find((known) => lower !== '' && known.toLowerCase().startsWith(lower)) ??
    findByWords(lower, titles);
  cut.diagnostics.push(markdown['unknown-part'](heading.words.span, title, near));
  const taken = cut.sections.some((section) => section.grammar.title === near);
  return taken ? undefined : cut.grammars.find((grammar) => grammar.title === near);
}

/** The only title that has one of the words, or nearly; small words such as `and` count for nothing. */
function findByWords(lower: string, titles: readonly string[]): string | undefined {
  const found = titles.filter((title) => {
    const words = title
      .toLowerCase()
      .split(' ')
      .filter((word) => word.length > 3);
    return lower.split(/[^\p{L}]+/u).some((word) => word.length > 3 && findNearest(word, words) !== undefined);
  });
  return found.length === 1 ? found[0] : undefined;
}

function checkOrder(cut: Cut, grammar: PartGrammar, heading: Heading): void {
  const later = cut.sections.find((section) => section.grammar.number > grammar.number);
  if (later === undefined) return;
  const words = [later.grammar.title, grammar.title, later.heading] as const;
  cut.diagnostics.push(markdown['part-order'](heading.span, ...words));
}

function openSubject(cut: Cut, heading: Heading, at: number): void {
  if (cut.section !== undefined) open(cut, cut.section, heading, at);
  else if (cut.into === 'summary') {
    cut.diagnostics.push(markdown['heading-outside-part'](heading.span, heading.words.text));
  }
}

function open(cut: Cut, section: Section, heading: Heading, at: number): void {
  const group = { heading, from: at + 1, to: at + 1 };
  section.groups.push(group);
  cut.into = group;
}

/** Parts without a heading are gaps: one warning names them all, where the first of them belongs. */
function reportMissingParts(cut: Cut, end: number): void {
  const missing = cut.grammars.filter((grammar) => !cut.sections.some((section) => section.grammar === grammar));
  const [first] = missing;
  if (first === undefined) return;
  const next = cut.sections.find((section) => section.grammar.number > first.number);
  const at = next?.heading.start ?? end;
  const titles = missing.map(({ title }) => title);
  cut.diagnostics.push(markdown['missing-part']({ start: at, end: at }, titles));
}
