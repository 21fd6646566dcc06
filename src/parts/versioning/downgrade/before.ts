import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { readCellFromWords } from '../../../markdown/cells/cell-text.ts';
import { reportTooDeep } from '../../../markdown/cells/literal.ts';
import { type Located, type Name, type SourceText, sliceSourceText } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { readOrderText } from '../../endpoints/read/facts.ts';
import { readPath } from '../../endpoints/read/path.ts';
import { isWrong, limitKind } from '../../limits/kinds/index.ts';
import type { LimitModel } from '../../limits/model.ts';
import type { Older } from '../../resolve/older.ts';
import { readLiteral } from '../../resources/read/literal-words.ts';

/** An older method and path, `GET /bills/{id}`, with what is wrong with the path; undefined where it has not that form. */
export function parseOlderPath(
  { service }: Older,
  before: SourceText,
):
  | { readonly method: Name; readonly path?: OperationModel['path']; readonly diagnostics: readonly Diagnostic[] }
  | undefined {
  const words = stripCodeMarks(before);
  const found = /^([A-Z]+) (\/\S*)$/.exec(words.text);
  if (!found) return undefined;
  const method = { value: found[1]!, span: sliceSourceText(words, 0, found[1]!.length).span };
  const cell = readCellFromWords(sliceSourceText(words, found[1]!.length + 1, words.text.length));
  const diagnostics: Diagnostic[] = [];
  const path = readPath(cell, { source: service.source, diagnostics, cellGaps: [] });
  return { method, ...present({ path }), diagnostics };
}

/** The older order of a list, with what is wrong with it; `—` is none. */
export function parseOlderOrder(
  { service }: Older,
  before: SourceText | undefined,
): { readonly order?: OperationModel['order']; readonly diagnostics: readonly Diagnostic[] } {
  const cell = before && readCellFromWords(before);
  const diagnostics: Diagnostic[] = [];
  if (cell?.kind !== 'value' || before?.text === '—') return { diagnostics };
  return { order: readOrderText(cell.text, { source: service.source, diagnostics, cellGaps: [] }), diagnostics };
}

/** The older Value of a limit, or what is wrong with it; undefined where the limit has no kind that is known. */
export function parseOlderValue(
  limit: LimitModel,
  before: SourceText,
):
  | { readonly value: NonNullable<LimitModel['value']> }
  | { readonly wrong: Name; readonly form: string; readonly suggestion?: string }
  | undefined {
  const kind = limit.kind === undefined ? undefined : limitKind(limit.kind.value);
  const cell = readCellFromWords(before);
  if (kind === undefined || cell.kind !== 'value') return undefined;
  const value = kind.read(cell.text);
  if (!isWrong(value)) return { value: { value, span: cell.span, text: cell.text.words.text } };
  const suggestion = value.suggestion === undefined ? {} : { suggestion: value.suggestion };
  return { wrong: { value: before.text, span: value.span }, form: kind.form, ...suggestion };
}

/** The older literal of a default; one that is nested too deeply is reported, if a list for it is given. */
export function parseOlderLiteral(before: SourceText, diagnostics: Diagnostic[] = []): Located<unknown> | undefined {
  const cell = readCellFromWords(before);
  if (cell.kind === 'value' && reportTooDeep(cell.text, diagnostics)) return undefined;
  const literal = cell.kind === 'value' ? readLiteral(cell.text) : undefined;
  return literal && { value: literal.value, span: literal.span };
}

function stripCodeMarks(words: SourceText): SourceText {
  return words.text.startsWith('`') ? sliceSourceText(words, 1, words.text.length - 1) : words;
}
