import type { Cell } from '../../../markdown/cells/cell.ts';
import type { ContentRow, ContentTable, ParseContext } from '../../../markdown/content.ts';
import { createRowReader } from '../../../markdown/records.ts';
import type { Name } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { isNotShown } from '../../not-shown.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { OperationModel, OperationName } from '../model.ts';
import { findOperationKind } from '../operations/index.ts';
import { readNames } from './operation-cell.ts';
import { readPath } from './path.ts';
import { readResponse } from './response.ts';
import { buildPath, type IdentityOf } from './shared-row.ts';
import { readCodeCell } from './words.ts';

/** Reads the rows of the Operations table, each operation of a row; a row whose Operation cannot be understood is left out. */
export function readOperations(
  tables: readonly ContentTable[],
  context: ParseContext,
  identityOf: IdentityOf,
): OperationModel[] {
  return readRows(tables, context).flatMap(({ names, method: found, path, request, responses, meaning, span }) =>
    names.map((name): OperationModel => {
      const method = found === undefined ? getDefaultMethod(name) : isNotShown(found) ? undefined : found;
      const isShared = names.length > 1;
      const takesRequest = !isShared || findOperationKind(name).request === 'shape';
      const way = isShared && path.path !== undefined ? { path: buildPath(path.path, name, identityOf) } : path;
      const more = present({ method, request: takesRequest ? request : undefined, meaning });
      return { name, ...more, ...way, responses, parameters: [], prose: [], span };
    }),
  );
}

const readRows = createRowReader(grammar, 'operations', {
  names: readOperation,
  method: diagnostics['unknown-method'],
  path: readWay,
  request: (cell, context) => (cell.kind === 'value' ? readCodeCell(cell.text, 'shape', context) : undefined),
  responses: readResponse,
});

/** The method that an operation has without stating it; a handler has none of its own. */
function getDefaultMethod(name: OperationName): Name | undefined {
  return name.code && name.session === undefined
    ? undefined
    : { value: findOperationKind(name).methods[0]!, span: name.span };
}

/** Reads Path; a row without one is called. */
function readWay(cell: Cell, context: ParseContext): Pick<OperationModel, 'path' | 'called'> {
  return cell.kind === 'none' ? { called: true } : present({ path: readPath(cell, context) });
}

/** Reads Operation, and reports which cells its row lacks. */
function readOperation(cell: Cell, context: ParseContext, row: ContentRow): readonly OperationName[] | undefined {
  const names = readNames(cell, context);
  const [name] = names ?? [];
  if (names === undefined || name === undefined) return undefined;
  if (name.code && name.session === undefined && row.cell('Method').kind === 'none') {
    context.diagnostics.push(diagnostics['method-needed'](name.span, name.text));
  }
  if (row.cell('Path').kind === 'none') checkCalled(row, names, context);
  return names;
}

/** Whether a row states what handlers give to a transition that has no endpoint. */
export function isCall({ called, name }: OperationModel): boolean {
  return called === true && findOperationKind(name).name === 'transition';
}

/** Checks a row without a Path: transitions that only handlers run have no cells about HTTP. */
function checkCalled(row: ContentRow, names: readonly OperationName[], context: ParseContext): void {
  const served = names.find((name) => findOperationKind(name).name !== 'transition');
  if (served !== undefined) {
    context.diagnostics.push(diagnostics['path-needed'](served.span, served.text));
    return;
  }
  const [name] = names;
  if (name!.as !== undefined)
    context.diagnostics.push(diagnostics['called-only'](name!.as.span, name!.text, 'a name after `as`'));
  for (const title of ['Method', 'Response']) {
    const cell = row.cell(title);
    if (cell.kind !== 'none') context.diagnostics.push(diagnostics['called-only'](cell.span, name!.text, `a ${title}`));
  }
}
