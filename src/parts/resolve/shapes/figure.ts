import type { ValueSchema } from '../../../plan/schema.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { type Figure, figureLocation } from '../../../shape/roles.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { explainWhyNoFigure } from '../fitting.ts';
import { type At, describeLocation, type Work } from './at.ts';
import { findDefinition, findField, findSimilarField } from './fields.ts';
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
  const why = explainWhyNoFigure(work.service, holder.model, findField(holder, name.value)!, figure);
  if (why !== undefined) {
    work.diagnostics.push(diagnostics['no-figure'](span, words, why));
    return undefined;
  }
  return { kind: 'figure', figure, field: name.value, schema: getFigureSchema(figure, found.schema) };
}

/** The schema of one value of a figure. The constraints of a field do not bind a sum of its values. */
function getFigureSchema(figure: Figure, schema: ValueSchema): ValueSchema {
  const one = schema.type === 'list' ? schema.item : schema;
  const { nullable: _, ...bare } = one;
  if (figure !== 'sum') return bare;
  const { constraints: __, ...free } = bare;
  return free;
}
