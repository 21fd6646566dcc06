import { describeType } from '../expression/types.ts';
import type { Document } from '../parts/index.ts';
import { resolveExpression } from '../parts/resolve/expressions.ts';
import type { Span } from '../text/location.ts';
import { findEnvironment } from './environment.ts';
import type { CellPlace } from './place.ts';

/** Describes the type of the expression at an offset of a cell; nothing outside of expressions. */
export function describeExpression(
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
