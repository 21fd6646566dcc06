import type { ValueType } from '../../../expression/tree.ts';
import { describeType } from '../../../expression/types.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { type Figure, figureLocation } from '../../../shape/roles.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { explainWhyNotStored, getListedType } from '../fitting.ts';
import { type At, describeLocation, type Work } from './at.ts';
import { findDefinition, findField, findSimilarField, type Holder } from './fields.ts';
import { findShownField } from './record.ts';

type FigureSyntax = ShapeSyntax & { readonly kind: 'figure' };

/** Resolves `counts of status`: only the response of a list of records has it, outside of the records. */
export function resolveFigure(work: Work, shape: FigureSyntax, at: At): AnswerShape | undefined {
  const { figure, field: name, span } = shape;
  const words = `${figure} of ${name.value}`;
  const holder = work.resource === undefined ? undefined : findDefinition(work.service, work.resource);
  const isHere = work.place === 'list answer' && work.recordRoles === undefined && at.inRecords === undefined;
  if (!isHere || holder?.kind !== 'resource') {
    const isEvents = work.place === 'list answer' && work.recordRoles !== undefined;
    const here = isEvents ? 'a response that lists events' : describeLocation(work, at);
    work.diagnostics.push(diagnostics['role-elsewhere'](span, words, figureLocation, here));
    return undefined;
  }
  const found = findShownField(work.service, holder, name.value, false);
  if (found === undefined) {
    const near = findSimilarField(holder, name.value);
    work.diagnostics.push(diagnostics['unknown-field'](name.span, holder.name, name.value, near));
    return undefined;
  }
  if (found.hidden !== undefined) {
    work.diagnostics.push(diagnostics['never-shown'](name.span, holder.name, name.value, found.hidden));
    return undefined;
  }
  const why = explainWhyNot(work, holder, figure, name.value);
  if (why !== undefined) {
    work.diagnostics.push(diagnostics['no-figure'](span, words, why));
    return undefined;
  }
  return { kind: 'figure', figure, field: name.value, schema: getFigureSchema(figure, found.schema) };
}

const counted = new Set<ValueType['kind']>(['string', 'int', 'bool', 'date', 'timestamp', 'choice', 'ref']);
const countedItems = new Set<ValueType['kind']>(['string', 'int', 'choice', 'ref']);
const added = new Set<ValueType['kind']>(['int', 'double', 'decimal']);
const ordered = new Set<ValueType['kind']>([...added, 'date', 'timestamp']);

/** Why a field has no such figure; undefined if it has, or if its type could not be read. */
function explainWhyNot(
  { service }: Work,
  holder: Holder & { readonly kind: 'resource' },
  figure: Figure,
  name: string,
): string | undefined {
  const field = findField(holder, name)!;
  const type = getListedType(service, holder.model, field);
  if (type.kind === 'any' && field.type?.kind !== 'any') return undefined;
  const stored = explainWhyNotStored(holder.model, field);
  if (stored !== undefined) return stored;
  const isCount = figure === 'values' || figure === 'counts';
  if (isCount && type.kind === 'list') {
    const item = type.item.kind === 'nullable' ? type.item.of : type.item;
    return countedItems.has(item.kind) ? undefined : `\`${name}\` contains ${describeType(type)}`;
  }
  const kinds = isCount ? counted : figure === 'sum' ? added : ordered;
  if (kinds.has(type.kind)) return undefined;
  const contains = `\`${name}\` contains ${type.kind === 'choice' ? 'one of fixed strings' : describeType(type)}`;
  return isCount ? contains : `${contains}, not ${figure === 'sum' ? 'a number' : 'a number, a date or a date-time'}`;
}

/** The schema of one value of a figure. The constraints of a field do not bind a sum of its values. */
function getFigureSchema(figure: Figure, schema: ValueSchema): ValueSchema {
  const one = schema.type === 'list' ? schema.item : schema;
  const { nullable: _, ...bare } = one;
  if (figure !== 'sum') return bare;
  const { constraints: __, ...free } = bare;
  return free;
}
