import type { Cell, CellText } from '../../markdown/cells/cell.ts';
import { toPlainString } from '../../markdown/cells/cell-text.ts';
import { parseLiteral, reportTooDeep } from '../../markdown/cells/literal.ts';
import { getCodeContent, joinTokens, toItemName, toTokenName } from '../../markdown/cells/readers.ts';
import type { ContentRow, ContentTable, ParseContext, PartContent } from '../../markdown/content.ts';
import { createFactReader, createRowReader } from '../../markdown/records.ts';
import { type Located, type Name, sliceSourceText } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { isNotShown } from '../not-shown.ts';
import { diagnostics } from './diagnostics.ts';
import { grammar } from './grammar.ts';
import type { CodeModel, ErrorsModel, FieldErrorOn } from './model.ts';
import { readConditions } from './read/condition.ts';
import { addConventionalCodes } from './read/convention.ts';

/** Reads the part Errors: its codes, the wording of field errors and the line Body, each mistake at its place. */
export function read({ facts, tables }: PartContent, context: ParseContext): ErrorsModel {
  const { codes: convention, ...others } = readFacts(facts, context);
  const rows = readCodes(tables, context).map(({ code, status, condition, message, field, meaning, own, span }) => {
    return { code, ...status, ...present({ message, field, meaning }), ...condition, own, span };
  });
  return {
    codes: convention === undefined ? rows : addConventionalCodes(rows, convention.span),
    ...(convention === undefined ? {} : { convention: convention.span }),
    // a row whose On is not shown words nothing
    fields: readFieldErrors(tables, context).flatMap(({ on, ...row }) => (isNotShown(on) ? [] : [{ ...row, on }])),
    ...others,
    columns: readColumns(tables),
  };
}

const readFacts = createFactReader(grammar, 'part', { codes: diagnostics.codes, body: readBody });

const readCodes = createRowReader(grammar, 'codes', {
  code: diagnostics.name,
  status: readStatus,
  condition: readConditions,
  own: readLiteral,
});

const readFieldErrors = createRowReader(grammar, 'field errors', {
  problems: toItemName,
  on: readPlace,
  code: readLiteral,
});

function readBody(cell: Cell, context: ParseContext): ErrorsModel['body'] {
  if (cell.kind !== 'value') return undefined;
  const words = getCodeContent(cell.text);
  if (words !== undefined) return { kind: 'shape', words };
  if (toPlainString(cell) === 'problem details') return { kind: 'problem details', span: cell.span };
  context.diagnostics.push(diagnostics.body(cell.span, cell.text.words.text));
  return undefined;
}

function readStatus(cell: Cell, context: ParseContext, row: ContentRow): Pick<CodeModel, 'status' | 'statusEmpty'> {
  if (cell.kind === 'not shown') return {};
  if (cell.kind === 'none') return { statusEmpty: cell.span.start < cell.span.end ? cell.span : row.span };
  const text = toPlainString(cell);
  if (/^[1-9][0-9]{2}$/.test(text)) return { status: { value: Number(text), span: cell.span } };
  context.diagnostics.push(diagnostics.status(cell.span, text));
  return {};
}

/** The author's own columns, each at its first occurrence. */
function readColumns(tables: readonly ContentTable[]): Name[] {
  const columns = new Map<string, Name>();
  for (const { grammar, own } of tables) {
    if (grammar.name !== 'codes') continue;
    for (const { text, span } of own) if (!columns.has(text)) columns.set(text, { value: text, span });
  }
  return [...columns.values()];
}

/** Reads a literal: JSON, else its text; so is a number that readers of JSON could not hold exactly. */
function readLiteral(cell: Cell, context: ParseContext): Located<unknown> | undefined {
  if (cell.kind === 'value' && reportTooDeep(cell.text, context.diagnostics)) return undefined;
  return cell.kind === 'value' ? { value: parseLiteralOrString(cell.text), span: cell.span } : undefined;
}

function parseLiteralOrString(text: CellText): unknown {
  const value = parseLiteral(text)?.value;
  if (value !== undefined && !(Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER)) return value;
  const shown = text.tokens.map((token) => {
    const own = token.kind === 'code' ? token.text : text.words.text.slice(token.from, token.to);
    return token.spaced ? ` ${own}` : own;
  });
  return shown.join('').trimStart();
}

/** Reads an item of On: `User.email`, `User`, `parameter limit`, `parameter limit of list User`. */
function readPlace({ tokens, span }: CellText): FieldErrorOn {
  const [first, second, third] = tokens;
  if (first!.text === 'parameter' && second !== undefined) {
    const parameter = toTokenName(second);
    if (third?.text !== 'of' || tokens.length === 3) return { kind: 'parameter', parameter, span };
    return { kind: 'parameter', parameter, operation: joinTokens(tokens.slice(3)), span };
  }
  const dot = first!.text.indexOf('.');
  if (tokens.length > 1 || dot <= 0) return { kind: 'holder', of: joinTokens(tokens), span };
  const { words, text } = first!;
  const part = (from: number, to: number): Name => ({
    value: text.slice(from, to),
    span: sliceSourceText(words, from, to).span,
  });
  return { kind: 'field', of: part(0, dot), field: part(dot + 1, text.length), span };
}
