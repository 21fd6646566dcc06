import type { Cell } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, ContentTable, ParseContext } from '../../../markdown/content.ts';
import { createRowReader } from '../../../markdown/records.ts';
import { type StandardKind, standardKinds } from '../../../plan/kinds.ts';
import type { Name, Span } from '../../../text/location.ts';
import { isName, toValidName } from '../../../text/names.ts';
import { findNearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import { isNotShown } from '../../not-shown.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { OperationModel, OperationName } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';
import { notForCode } from '../words.ts';
import { readPath } from './path.ts';
import { readResponse } from './response.ts';
import { readCodeCell } from './words.ts';

const notForNames = new Set(['all', 'any', 'before', 'after', 'computed', '__proto__']);

/** Reads the rows of the Operations table; one whose Operation cannot be understood is left out. */
export function readOperations(tables: readonly ContentTable[], context: ParseContext): OperationModel[] {
  return readRows(tables, context).map(({ name, method: found, path, request, responses, meaning, span }) => {
    const method = found === undefined ? getDefaultMethod(name) : isNotShown(found) ? undefined : found;
    const more = present({ method, request, meaning });
    return { name, ...more, ...path, responses, parameters: [], prose: [], span };
  });
}

const readRows = createRowReader(grammar, 'operations', {
  name: readOperation,
  method: diagnostics['unknown-method'],
  path: readWay,
  request: (cell, context) => (cell.kind === 'value' ? readCodeCell(cell.text, 'shape', context) : undefined),
  responses: readResponse,
});

/** The method that an operation has without stating it; a handler has none of its own. */
function getDefaultMethod(name: OperationName): Name | undefined {
  return name.code ? undefined : { value: findOperationKind(name).methods[0]!, span: name.span };
}

/** Reads Path; a row without one is called. */
function readWay(cell: Cell, context: ParseContext): Pick<OperationModel, 'path' | 'called'> {
  return cell.kind === 'none' ? { called: true } : present({ path: readPath(cell, context) });
}

/** Reads Operation, and says which cells of its row it lacks. */
function readOperation(cell: Cell, context: ParseContext, row: ContentRow): OperationName | undefined {
  const name = readName(cell, context);
  if (name === undefined) return undefined;
  if (name.code && row.cell('Method').kind === 'none') {
    context.diagnostics.push(diagnostics['method-needed'](name.span, name.text));
  }
  if (row.cell('Path').kind === 'none') checkCalled(row, name, context);
  else if (row.cell('Response').kind === 'none' && findOperationKind(name).response !== 'by its standard') {
    context.diagnostics.push(diagnostics['no-response'](name.span, name.text));
  }
  return name;
}

/** Whether a row states what handlers give to a transition that has no endpoint. */
export function isCall({ called, name }: OperationModel): boolean {
  return called === true && findOperationKind(name).name === 'transition';
}

/** Checks a row without a Path: a transition that only handlers run has no cells about HTTP. */
function checkCalled(row: ContentRow, name: OperationName, context: ParseContext): void {
  if (findOperationKind(name).name !== 'transition') {
    context.diagnostics.push(diagnostics['path-needed'](name.span, name.text));
    return;
  }
  if (name.as !== undefined)
    context.diagnostics.push(diagnostics['called-only'](name.as.span, name.text, 'a name after `as`'));
  for (const title of ['Method', 'Response']) {
    const cell = row.cell(title);
    if (cell.kind !== 'none') context.diagnostics.push(diagnostics['called-only'](cell.span, name.text, `a ${title}`));
  }
}

/** Reads the cell Operation by its form alone. */
function readName(cell: Cell, context: ParseContext): OperationName | undefined {
  if (cell.kind !== 'value') return undefined;
  const tokens = [...cell.text.tokens];
  const wrong = (suggestion?: string): undefined => {
    context.diagnostics.push(diagnostics['operation-form'](cell.span, toPlainString(cell), suggestion));
    return undefined;
  };
  const [alone] = tokens;
  if (tokens.length === 1 && alone?.kind === 'code' && alone.text.includes(' ')) return wrong(alone.text);
  const asAt = tokens.findIndex((token, index) => index > 0 && token.kind === 'word' && token.text === 'as');
  const behind = asAt === -1 ? [] : tokens.splice(asAt).slice(1);
  const code =
    tokens.length >= 3 &&
    tokens
      .slice(-3)
      .map((token) => token.text)
      .join('') === '(handler)';
  if (code) tokens.splice(-3);
  const words = tokens.map((token) => token.text);
  if (tokens.length === 0 || tokens.some((token) => token.kind === 'mark')) return wrong();
  const parts = parseNameParts(words, code);
  if (parts === undefined) return wrong(suggestOperationName(words, code));
  let as: Name | undefined;
  if (asAt !== -1) {
    const span = behind[0] === undefined ? cell.span : { start: behind[0].span.start, end: cell.span.end };
    as = readAs(behind.map((token) => token.text).join(' '), span, context);
    if (as === undefined) return undefined;
  }
  if (parts.standard === undefined && notForNames.has(parts.verb) && !checkVerb(parts.verb, tokens[0]!.span, context)) {
    return undefined;
  }
  if (code && notForCode.has(parts.verb)) {
    context.diagnostics.push(diagnostics['reserved-verb'](tokens[0]!.span, parts.verb));
    return undefined;
  }
  const last = tokens[tokens.length - 1]!;
  return {
    text: as?.value ?? words.join(' '),
    verb: parts.verb,
    ...(parts.resource === undefined ? {} : { resource: { value: parts.resource, span: last.span } }),
    ...present({ standard: parts.standard }),
    code,
    ...present({ as }),
    span: cell.span,
  };
}

type Parts = { readonly verb: string; readonly resource?: string; readonly standard?: StandardKind };

function parseNameParts(words: readonly string[], code: boolean): Parts | undefined {
  const [verb = '', resource] = words;
  const standard = standardKinds.find((text) => text === words.join(' '));
  if (standard !== undefined) return code ? undefined : { verb, standard };
  if (!isName(verb, 'lower') || words.length > 2) return undefined;
  if (resource === undefined) return code ? { verb } : undefined;
  return isName(resource, 'upper') ? { verb, resource } : undefined;
}

function suggestOperationName(words: readonly string[], code: boolean): string | undefined {
  const near = findNearest(words.join(' '), standardKinds);
  if (near !== undefined) return near;
  const mark = code ? ' (handler)' : '';
  if (words.length < 2)
    return words.length === 1 && isName(words[0]!, 'lower') && !code && !notForCode.has(words[0]!)
      ? `${words[0]} (handler)`
      : undefined;
  const verb = toValidName(words.slice(0, -1).join('_'), 'lower');
  const resource = toValidName(words[words.length - 1]!, 'upper');
  return verb === undefined || resource === undefined ? undefined : `${verb} ${resource}${mark}`;
}

function readAs(found: string, span: Span, context: ParseContext): Name | undefined {
  if (!isName(found, 'lower')) {
    const near = toValidName(found, 'lower');
    context.diagnostics.push(
      diagnostics['name-form'](span, found, near === undefined || notForNames.has(near) ? undefined : near),
    );
    return undefined;
  }
  return checkVerb(found, span, context) ? { value: found, span } : undefined;
}

function checkVerb(name: string, span: Span, context: ParseContext): boolean {
  if (!notForNames.has(name)) return true;
  context.diagnostics.push(diagnostics['reserved-name'](span, name));
  return false;
}
