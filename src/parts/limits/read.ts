import type { Cell } from '../../markdown/cells/cell.ts';
import { toPlainString } from '../../markdown/cells/cell-text.ts';
import type { ContentRow, ParseContext, PartContent } from '../../markdown/content.ts';
import { createFactReader, createRowReader } from '../../markdown/records.ts';
import type { Name } from '../../text/location.ts';
import type { EndpointsModel } from '../endpoints/model.ts';
import { diagnostics, limitHeaderNames } from './diagnostics.ts';
import { grammar } from './grammar.ts';
import { isWrong, limitKind } from './kinds/index.ts';
import type { LimitModel, LimitsModel } from './model.ts';

/** Reads the part Limits: the line Response headers, the rows of its table, and the page size of the line Lists. */
export function read(content: PartContent, context: ParseContext, { lists }: EndpointsModel): LimitsModel {
  const { limitHeaders } = readFacts(content.facts, context);
  const limits = [...readLimits(content.tables, context), ...listPageSize(lists)];
  return { limitHeaders: readHeaderNames(limitHeaders, context), limits };
}

/** The page size of the line Lists. No row can have its name. */
function listPageSize(lists: EndpointsModel['lists']): readonly LimitModel[] {
  if (lists?.pageSize === undefined) return [];
  const { pageSize: value, clamp, span } = lists;
  const name = (value: string): Name => ({ value, span });
  return [
    {
      name: name('Lists'),
      kind: name('page size'),
      appliesTo: [name('all')],
      value,
      ...(clamp === undefined ? {} : { beyond: name('clamp') }),
      byLists: true,
      span,
    },
  ];
}

const readFacts = createFactReader(grammar, 'part', {});

const readLimits = createRowReader(grammar, 'limits', {
  name: diagnostics.name,
  kind: diagnostics['unknown-kind'],
  per: readPer,
  value: readValue,
});

function readHeaderNames(found: readonly Name[], context: ParseContext): Name[] {
  const names: Name[] = [];
  for (const name of found) {
    if (!limitHeaderNames.includes(name.value))
      context.diagnostics.push(diagnostics['response-headers'](name.span, name.value));
    else if (names.some((other) => other.value === name.value)) {
      context.diagnostics.push(diagnostics['duplicate-response-header'](name.span, name.value));
    } else names.push(name);
  }
  return names;
}

function readPer(cell: Cell, context: ParseContext): LimitModel['per'] {
  if (cell.kind !== 'value') return undefined;
  const found = toPlainString(cell);
  if (found === 'credential' || found === 'ip') return { value: found, span: cell.span };
  const attribute = /^caller\.([A-Za-z_][A-Za-z0-9_]*)$/.exec(found)?.[1];
  if (attribute !== undefined) return { value: { attribute }, span: cell.span };
  context.diagnostics.push(diagnostics.per(cell.span, found));
  return undefined;
}

/** Reads a Value as the kind of its row asks. Where what the limit is counted by is not shown, it is off: nothing holds it. */
function readValue(cell: Cell, context: ParseContext, row: ContentRow): LimitModel['value'] {
  const kind = limitKind(toPlainString(row.cell('Kind')));
  if (cell.kind !== 'value' || kind === undefined || row.cell('Per').kind === 'not shown') return undefined;
  const value = kind.read(cell.text);
  if (!isWrong(value)) return { value, span: cell.span, text: cell.text.words.text };
  context.diagnostics.push(diagnostics.value(value.span, kind.name, kind.form, value.wrong, value.suggestion));
  return undefined;
}
