import type { Cell } from '../../../markdown/cells/cell.ts';
import { createCursor } from '../../../markdown/cells/cell-text.ts';
import { getCodeContent, readText } from '../../../markdown/cells/readers.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import type { Name, SourceText, Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import { allTenants } from '../words.ts';

/** Reads the line Tenant: the name of a field and of an attribute. */
export function readTenant(cell: Cell, context: ParseContext): Name | undefined {
  const name = readText(cell);
  if (name !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.value) && !builtIn.has(name.value)) return name;
  const found = name?.value ?? '';
  const bare = found.replace(/^caller\.|`/g, '');
  const isUsable = bare !== found && /^[A-Za-z_][A-Za-z0-9_]*$/.test(bare) && !builtIn.has(bare);
  context.diagnostics.push(diagnostics['tenant-name'](cell.span, found, isUsable ? bare : undefined));
  return undefined;
}

const builtIn = new Set(['id', 'scopes', 'scheme', '__proto__']);

/** Reads Where: a condition in a code span, `all tenants`, or both with `and`. */
export function readWhere(cell: Cell, context: ParseContext): WhereCell | undefined {
  if (cell.kind !== 'value') return undefined;
  const code = getCodeContent(cell.text);
  if (code !== undefined && code.text.trim() !== allTenants) return { where: code };
  const cursor = createCursor(cell.text);
  const { start } = cursor.here();
  if (cursor.take(allTenants)) {
    const all = { start, end: cursor.peek(-1)!.span.end };
    if (cursor.atEnd()) return { allTenants: all };
    const condition = cursor.take('and') ? cursor.next() : undefined;
    if (condition?.kind === 'code' && cursor.atEnd()) return { where: condition.words, allTenants: all };
  }
  const { text } = cell.text.words;
  context.diagnostics.push(diagnostics.where(cell.span, text, suggestWhere(text)));
  return undefined;
}

interface WhereCell {
  readonly where?: SourceText;
  readonly allTenants?: Span;
}

/** Proposes the form that some words mean; never one that leaves out a condition. */
function suggestWhere(text: string): string | undefined {
  const words = text.replaceAll('`', '').trim();
  if (words === allTenants || findNearest(words, [allTenants]) !== undefined) return allTenants;
  const behind =
    /^all tenants(?:,|;| and)? +(?!and$)(.+)$/.exec(words)?.[1] ?? /^(.+?),? and all tenants$/.exec(words)?.[1];
  return behind === undefined ? undefined : `${allTenants} and \`${behind}\``;
}
