import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { ShapeSyntax } from '../../shape/syntax.ts';
import type { Span } from '../../text/location.ts';
import { answer } from './shapes/answer.ts';
import type { At, Work } from './shapes/at.ts';
import type { AnswerContext } from './shapes/context.ts';
import { findDefinition } from './shapes/fields.ts';

export {
  entryRoles,
  errorRoles,
  eventListRoles,
  eventRoles,
  fieldRoles,
  listRoles,
  refreshRoles,
  refreshToken,
  responseRoles,
} from '../../shape/roles.ts';
export { resolveBody } from './shapes/body.ts';
export type { AnswerContext, AnswerPlace, InputContext, RequestPlace } from './shapes/context.ts';
export { resolveInput } from './shapes/input.ts';

/** Resolves the shape of an answer, a payload or an envelope: what it shows, and what is wrong with it. */
export function resolveAnswer(
  shape: ShapeSyntax,
  context: AnswerContext,
): { readonly shape?: AnswerShape; readonly diagnostics: readonly Diagnostic[] } {
  const work: Work = { ...context, diagnostics: [], answer };
  const made = answer(work, shape, createStart(context));
  return made === undefined ? { diagnostics: work.diagnostics } : { shape: made, diagnostics: work.diagnostics };
}

/** The shape of the record that a `ref` field of a resource names, or of those of a list, as the bare name of its resource shows it. */
export function resolveExpansion(
  field: { readonly value: string; readonly span: Span },
  target: string,
  isList: boolean,
  context: AnswerContext,
): { readonly shape?: AnswerShape; readonly diagnostics: readonly Diagnostic[] } {
  const work: Work = { ...context, diagnostics: [], answer };
  const subject = context.resource === undefined ? undefined : findDefinition(context.service, context.resource);
  if (subject?.kind !== 'resource') return { diagnostics: [] };
  const name = { value: target, span: field.span };
  const at: At = {
    subject,
    key: field,
    inRecords: true,
    embedded: 0,
    shownAs: [],
    ...(isList ? { list: field.span } : {}),
  };
  const made = answer(work, { kind: 'name', name, span: field.span }, at);
  return made === undefined ? { diagnostics: work.diagnostics } : { shape: made, diagnostics: work.diagnostics };
}

function createStart({ service, place, resource }: AnswerContext): At {
  const start: At = { embedded: 0, shownAs: place === 'shown as' && resource !== undefined ? [resource] : [] };
  const definition = resource === undefined ? undefined : findDefinition(service, resource);
  const own = definition?.kind === 'resource' ? definition : undefined;
  if (place === 'code answer' && own === undefined) return { ...start, handled: true };
  const hasRecord = place !== 'list answer' && place !== 'envelope' && place !== 'event answer';
  return hasRecord && own !== undefined ? { ...start, subject: own } : start;
}
