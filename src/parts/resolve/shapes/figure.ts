import type { ValueSchema } from '../../../plan/schema.ts';
import type { AnswerShape, FigureShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { type Figure, figureLocation, figures, groupLocation } from '../../../shape/roles.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import type { Name, Span } from '../../../text/location.ts';
import { explainWhyNoFigure } from '../fitting.ts';
import { type At, describeLocation, type Work } from './at.ts';
import { findDefinition, findField, findSimilarField, type Holder } from './fields.ts';
import { findShownField } from './record.ts';

type FigureSyntax = ShapeSyntax & { readonly kind: 'figure' };

/** Resolves `counts of status`: only the response of a list of records has it, outside of the records. */
export function resolveFigure(work: Work, shape: FigureSyntax, at: At): AnswerShape | undefined {
  const { field: name, span } = shape;
  const figure = figures.find((known) => known === shape.figure);
  const words = `${shape.figure} of ${name.value}`;
  const holder = findListed(work);
  if (figure === undefined || at.inRecords !== undefined || holder === undefined) {
    const isEvents = work.place === 'list answer' && work.recordRoles !== undefined;
    const here = isEvents ? 'a response that lists events' : describeLocation(work, at);
    const there = figure === undefined ? groupLocation : figureLocation;
    work.diagnostics.push(diagnostics['role-elsewhere'](span, words, there, here));
    return undefined;
  }
  return resolveFigureOf(work, holder, figure, name, span);
}

/** The resource whose records the response lists; undefined if it lists none. */
export function findListed(work: Work): (Holder & { readonly kind: 'resource' }) | undefined {
  if (work.place !== 'list answer' || work.recordRoles !== undefined || work.resource === undefined) return undefined;
  const holder = findDefinition(work.service, work.resource);
  return holder?.kind === 'resource' ? holder : undefined;
}

/** Resolves a figure of a field of the records. */
export function resolveFigureOf<F extends Figure>(
  work: Work,
  holder: Holder & { readonly kind: 'resource' },
  figure: F,
  name: Name,
  span: Span,
): (FigureShape & { readonly figure: F }) | undefined {
  const schema = resolveShown(work, holder, name);
  if (schema === undefined) return undefined;
  const why = explainWhyNoFigure(work.service, holder.model, findField(holder, name.value)!, figure);
  if (why !== undefined) {
    work.diagnostics.push(diagnostics['no-figure'](span, `${figure} of ${name.value}`, why));
    return undefined;
  }
  return { kind: 'figure', figure, field: name.value, schema: getFigureSchema(figure, schema) };
}

/** Returns the schema of a field of the records that may be shown; reports another name. */
export function resolveShown(work: Work, holder: Holder, name: Name): ValueSchema | undefined {
  const found = findShownField(work.service, holder, name.value, false);
  if (found === undefined) {
    const near = findSimilarField(holder, name.value);
    work.diagnostics.push(diagnostics['unknown-field'](name.span, holder.name, name.value, near));
    return undefined;
  }
  if (found.hidden === undefined) return found.schema;
  work.diagnostics.push(diagnostics['never-shown'](name.span, holder.name, name.value, found.hidden));
  return undefined;
}

/** The schema of one value of a figure. The constraints of a field do not bind a sum of its values. */
function getFigureSchema(figure: Figure, schema: ValueSchema): ValueSchema {
  const bare = getValueSchema(schema);
  if (figure !== 'sum') return bare;
  const { constraints: _, ...free } = bare;
  return free;
}

/** The schema of one value of a field, without null. */
export function getValueSchema(schema: ValueSchema): ValueSchema {
  const { nullable: _, ...bare } = schema.type === 'list' ? schema.item : schema;
  return bare;
}
