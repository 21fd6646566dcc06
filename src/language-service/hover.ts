import { describeType } from '../expression/types.ts';
import type { Document } from '../parts/index.ts';
import { resolveExpression } from '../parts/resolve/expressions.ts';
import { getLineNumber, type Span, slice } from '../text/location.ts';
import { findSymbol } from './definition.ts';
import { findEnvironment } from './environment.ts';
import { explainOperation, findPlan } from './explanation.ts';
import { type CellPlace, findPlace } from './place.ts';
import { findReferences } from './references.ts';
import type { NamedSymbol } from './symbols.ts';
import { findColumnText, findWordText } from './texts.ts';

/** An explanation in Markdown, and the stretch that it explains. */
export interface Hover {
  readonly markdown: string;
  readonly span: Span;
}

/** Explains the text at an offset: a column, a word of the language, a name, an expression, or an operation with its steps. */
export function hover(document: Document, offset: number): Hover | undefined {
  const { source } = document;
  const place = findPlace(source, offset);
  const part = place.section.part?.part ?? '';
  if (place.kind === 'column title' || place.kind === 'line name') {
    const title = source.text.slice(place.span.start, place.span.end);
    const text = findColumnText(part, title);
    if (text !== undefined) return { markdown: `**${title}**\n\n${toLines(text)}`, span: place.span };
  }
  const named = findSymbol(document, offset);
  if (named !== undefined) return { markdown: describeSymbol(document, named.symbol), span: named.span };
  if (place.kind !== 'cell' && place.kind !== 'line value') return undefined;
  const expression = place.kind === 'cell' ? describeExpression(document, place, offset) : undefined;
  if (expression !== undefined) return expression;
  const text = findWordText(part, slice(source, place.span));
  if (text !== undefined) return { markdown: toLines(text), span: place.span };
  return describeWord(document, place.span, offset, part);
}

/** The longest words of the language around an offset in a cell. */
function describeWord({ source }: Document, { start, end }: Span, offset: number, part: string): Hover | undefined {
  const cell = source.text.slice(start, end);
  const items = [...cell.matchAll(/[^;,]+/g)].map((match) => ({ at: match.index, text: match[0] }));
  const item = items.find(({ at, text }) => offset - start >= at && offset - start <= at + text.length);
  const words = item?.text.trim().split(/\s+/) ?? [];
  for (let count = words.length; count > 0; count--) {
    for (let first = 0; first + count <= words.length; first++) {
      const phrase = words.slice(first, first + count).join(' ');
      const at = start + cell.indexOf(phrase, item!.at);
      if (offset < at || offset > at + phrase.length) continue;
      const text = findWordText(part, phrase) ?? findWordText(part, phrase.replace(/^\(+|[[\])]+$/g, ''));
      if (text !== undefined) {
        return { markdown: `\`${phrase}\`\n\n${toLines(text)}`, span: { start: at, end: at + phrase.length } };
      }
    }
  }
  return undefined;
}

function toLines(text: string): string {
  return text.replaceAll('\n', '  \n');
}

/** Describes a name in Markdown: its row, its meaning and the lines that use it. */
export function describeSymbol(document: Document, symbol: NamedSymbol): string {
  const { kind, name, of, meaning } = symbol;
  const head = `**${name}**, ${kind}${of === undefined ? '' : ` of ${of}`}`;
  const row = slice(document.source, symbol.row);
  const sentences = [
    head,
    ...(row.startsWith('|') ? [`\`${row}\``] : []),
    ...(meaning === undefined ? [] : [meaning.text]),
  ];
  if (kind === 'operation') sentences.push(...explain(document, name));
  const { spans } = findReferences(document, symbol);
  const lines = [...new Set(spans.map((span) => getLineNumber(document.source, span)))];
  const others = lines.filter((line) => line !== getLineNumber(document.source, symbol.span));
  sentences.push(
    others.length === 0
      ? 'Not used elsewhere.'
      : `Used in ${others.length === 1 ? 'line' : 'lines'} ${others.join(', ')}.`,
  );
  return sentences.join('\n\n');
}

function explain(document: Document, name: string): readonly string[] {
  const plan = findPlan(document);
  const operation = plan?.operations.find((candidate) => candidate.name === name);
  return plan === undefined || operation === undefined ? [] : [explainOperation(plan, operation)];
}

/** Describes the type of the expression at an offset of a cell; nothing outside of expressions. */
function describeExpression(
  document: Document,
  cell: CellPlace,
  offset: number,
): { readonly markdown: string; readonly span: Span } | undefined {
  const { text } = document.source;
  const written = text.slice(cell.span.start, cell.span.end);
  for (const match of written.matchAll(/`([^`]+)`/g)) {
    const start = cell.span.start + match.index + 1;
    const end = start + match[1]!.length;
    if (offset < start || offset > end) continue;
    const isEffect = cell.column.title === 'Effect';
    const skip = isEffect ? match[1]!.indexOf('=') + 1 : 0;
    const lead = written.slice(0, match.index + (isEffect ? 1 + skip : 0));
    const environment = findEnvironment(document, { cell, lead, offset });
    if (environment === undefined) return undefined;
    const span = { start: start + skip, end };
    const words = { text: text.slice(span.start, span.end), span };
    const { tree, diagnostics } = resolveExpression(words, environment);
    if (tree === undefined || diagnostics.some(({ severity }) => severity === 'error')) return undefined;
    return { markdown: `\`${words.text.trim()}\` is ${describeType(tree.type)}.`, span };
  }
  return undefined;
}
