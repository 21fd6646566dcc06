import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import { joinTokens, toTokenName } from '../../../markdown/cells/readers.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { type Name, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ChangeVerb, ChangeWhere } from '../model.ts';
import { changeForms } from '../words.ts';

const marked = ['event', 'operation', 'code', 'limit', 'scope', 'scheme', 'delivery', 'rule'] as const;

/** Reads the cell What by its form and says when that form does not fit the kind of change. */
export function readWhere(text: CellText, verb: ChangeVerb, context: ParseContext): ChangeWhere | undefined {
  const { where: allowed, form } = changeForms[verb];
  const fields = allowed.includes('field') || allowed.includes('value');
  const where = parseWhere(text, fields);
  const kind = where.kind === 'field' && where.value !== undefined ? 'value' : where.kind;
  if (allowed.includes(kind)) return where;
  const first = text.tokens[0]?.text ?? '';
  const near = text.tokens.length > 1 ? findNearest(first, [...marked, 'parameter']) : undefined;
  const suggestion = near === undefined || near === first ? undefined : toPlainString(text).replace(first, near);
  if (verb === 'type' && kind === 'parameter') {
    context.diagnostics.push(diagnostics['parameter-type'](text.span, toPlainString(text)));
    return undefined;
  }
  context.diagnostics.push(diagnostics.where(text.span, toPlainString(text), verb, form, suggestion));
  return undefined;
}

/** A name such as `Async.Required` is a field only where the kind of change may be of one. */
function parseWhere(text: CellText, fields: boolean): ChangeWhere {
  const { tokens, span } = text;
  const [first, second, third] = tokens;
  if (first === undefined) return { kind: 'name', name: { value: '', span }, span };
  if (first.text === 'parameter' && second !== undefined && third?.text === 'of' && tokens.length > 3) {
    return { kind: 'parameter', parameter: toTokenName(second), operation: joinTokens(tokens.slice(3)), span };
  }
  const kind = marked.find((word) => word === first.text);
  if (kind !== undefined && second !== undefined) return { kind, name: joinTokens(tokens.slice(1)), span };
  const field = first.kind === 'string' || !fields ? undefined : parseField(first);
  if (field !== undefined && third === undefined) {
    return { kind: 'field', ...field, ...(second === undefined ? {} : { value: toTokenName(second) }), span };
  }
  return { kind: 'name', name: joinTokens(tokens), span };
}

function parseField(token: Token): { readonly of: Name; readonly field: Name } | undefined {
  const dot = token.text.indexOf('.');
  if (!/^[A-Z][A-Za-z0-9]*\../.test(token.text)) return undefined;
  const of = { value: token.text.slice(0, dot), span: sliceSourceText(token.words, 0, dot).span };
  const name = token.text.slice(dot + 1);
  return { of, field: { value: name, span: sliceSourceText(token.words, dot + 1, token.text.length).span } };
}
