import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DiagnosticSink } from '../../diagnostics/list.ts';
import { locateSlice, type Source, type Span } from '../../text/location.ts';
import type { StrayReason } from '../diagnostics/form.ts';
import { markdown } from '../diagnostics.ts';
import { getItemParagraph, joinLines, parseFactForm } from '../facts/items.ts';
import type { Block, List, ListItem, Prose } from './block.ts';
import type { HtmlStart } from './html.ts';
import { parseInlines } from './inline.ts';
import type { Fence } from './starts.ts';

/** The last block of the innermost open container, which may still grow. */
export type Leaf =
  | { readonly kind: 'none' | 'indented' }
  | { readonly kind: 'paragraph'; readonly lines: Span[] }
  | { readonly kind: 'fence'; readonly fence: Fence; readonly span: Span }
  | { readonly kind: 'html'; readonly html: HtmlStart; readonly span: Span };

/** A quotation or a list item that is open. */
export interface Container {
  readonly kind: 'quote' | 'item';
  /** The number of columns by which the content of an item is indented. */
  readonly content: number;
  readonly item: Item | undefined;
  filled: boolean;
}

/** A list item as far as it is read; it has no `lines` until its first paragraph has been read. */
export interface Item extends ListItem {
  end: number;
  lines: readonly Span[];
  /** The first thing in it that is not its first paragraph. */
  extra: Span | undefined;
  /** A line of its first paragraph that is indented by less than two. */
  unindented: Span | undefined;
}

/** The top-level piece of prose that is open. */
interface Open {
  readonly form: Prose['form'] | List['form'];
  readonly start: number;
  readonly items: Item[];
  end: number;
}

/** The state of reading lines. */
export interface Reader {
  readonly source: Source;
  readonly diagnostics: DiagnosticSink;
  readonly blocks: Block[];
  readonly containers: Container[];
  leaf: Leaf;
  open: Open | undefined;
  notes: { start: number; end: number } | undefined;
  /** The offset of the last `-->` of the text, computed on first use. */
  lastComment: number | undefined;
  /** Lines in a row that begin with `|` and belong to no table. */
  pipes: { readonly start: number; readonly reason: StrayReason; end: number; line: number } | undefined;
}

/** Nothing that may still grow. */
export const noLeaf: Leaf = { kind: 'none' };

/** Writes a diagnostic down; under `### Notes` all is prose and nothing is wrong. */
export function report(reader: Reader, diagnostic: Diagnostic): void {
  if (reader.notes === undefined) reader.diagnostics.push(diagnostic);
}

/** Adds a finished top-level block; under `### Notes` it becomes a part of the one block of notes. */
export function emit(reader: Reader, block: Block): void {
  const { notes, blocks } = reader;
  if (notes === undefined) blocks.push(block);
  else {
    if (notes.start === -1) notes.start = block.span.start;
    notes.end = block.span.end;
  }
}

/** Ends the notes, if they are open. */
export function endNotes(reader: Reader): void {
  const { notes } = reader;
  reader.notes = undefined;
  if (notes !== undefined && notes.start !== -1) {
    reader.blocks.push({ kind: 'prose', form: 'notes', span: { start: notes.start, end: notes.end } });
  }
}

/** Opens a top-level piece of prose. */
export function begin(reader: Reader, form: Open['form'], start: number, end: number): void {
  reader.open = { form, start, end, items: [] };
}

/** Takes a line's content into the open piece of prose. */
export function touch(reader: Reader, end: number): void {
  if (reader.open !== undefined && end > reader.open.end) reader.open.end = end;
}

/** Notes in the innermost container that a block begins in it. */
export function enter(reader: Reader, isParagraph: boolean, span: Span): void {
  const container = reader.containers[reader.containers.length - 1];
  if (container === undefined) return;
  if (container.item !== undefined && (container.filled || !isParagraph)) container.item.extra ??= span;
  container.filled = true;
}

/** Ends the leaf and every container deeper than `depth`; what was open at the top is added to the blocks. */
export function close(reader: Reader, depth: number): void {
  closeLeaf(reader);
  const { containers } = reader;
  if (containers.length > depth) containers.length = depth;
  if (depth === 0 && reader.open !== undefined) {
    const open = reader.open;
    reader.open = undefined;
    closeOpen(reader, open);
  }
}

function closeLeaf(reader: Reader): void {
  const { leaf, containers } = reader;
  reader.leaf = noLeaf;
  if (leaf.kind === 'html' && leaf.html.ends !== undefined)
    reader.diagnostics.push(diagnoseUnclosedHtml(leaf.html, leaf.span));
  if (leaf.kind === 'fence' && containers.length === 0) reader.diagnostics.push(markdown['unclosed-code'](leaf.span));
  if (leaf.kind !== 'paragraph') return;
  const first = leaf.lines[0]!;
  const span = leaf.lines.length === 1 ? first : { start: first.start, end: leaf.lines[leaf.lines.length - 1]!.end };
  const container = containers[containers.length - 1];
  if (container === undefined) emit(reader, { kind: 'paragraph', span });
  else if (container.item?.lines.length === 0 && container.item.extra === undefined) container.item.lines = leaf.lines;
  checkParagraph(reader, leaf.lines, container === undefined);
}

/** The diagnostic of an HTML block or a comment that is not closed. */
export function diagnoseUnclosedHtml(html: HtmlStart, span: Span): Diagnostic {
  return html.comment ? markdown['unclosed-comment'](span) : markdown['unclosed-html'](span, html.ends?.[0] ?? '>');
}

function checkParagraph(reader: Reader, lines: readonly Span[], top: boolean): void {
  const { text } = reader.source;
  const first = lines[0]!;
  if (top && text.charCodeAt(first.start) === 35) {
    report(reader, markdown['hash-paragraph'](first, text.slice(first.start, first.end)));
  }
  if (!text.slice(first.start, lines[lines.length - 1]!.end).includes('<!--')) return;
  const words = joinLines(text, lines);
  const { open } = parseInlines(words.text);
  if (open !== undefined) report(reader, markdown['unclosed-comment'](locateSlice(words, open, open + 4)));
}

function closeOpen(reader: Reader, open: Open): void {
  const span = { start: open.start, end: open.end };
  if (open.form !== 'list') {
    emit(reader, { kind: 'prose', form: open.form, span });
    return;
  }
  const { text } = reader.source;
  const first = open.items[0]!;
  const form = first.ordered ? undefined : parseFactForm(text, first);
  if (form?.kind === 'fact') {
    emit(reader, { kind: 'fact', name: form.name, value: form.value, span });
    checkFact(reader, first);
    return;
  }
  if (form !== undefined) report(reader, markdown['full-width-colon'](form.colon.span));
  emitList(reader, open, form === undefined ? 0 : 1);
}

function checkFact(reader: Reader, item: Item): void {
  const words = getItemParagraph(reader.source.text, item);
  if (item.unindented !== undefined) report(reader, markdown['fact-continuation'](item.unindented));
  if (item.extra !== undefined) report(reader, markdown['fact-holds-more'](item.extra));
  const comment = parseInlines(words.text).spans.find((inline) => inline.kind === 'comment');
  if (comment !== undefined) {
    report(reader, markdown['comment-in-fact'](locateSlice(words, comment.start, comment.end)));
  }
}

/** Items (from the number `from`) of one list that follow one another are one piece of prose. */
function emitList(reader: Reader, open: Open, from: number): void {
  for (const item of open.items) item.end = item.nested ? (item.lines.at(-1)?.end ?? item.start) : open.end;
  const items = open.items.slice(from);
  const last = reader.blocks.at(-1);
  if (reader.notes === undefined && last?.kind === 'prose' && last.form === 'list') {
    last.span.end = open.end;
    last.items.push(...items);
  } else emit(reader, { kind: 'prose', form: 'list', span: { start: open.start, end: open.end }, items });
}
