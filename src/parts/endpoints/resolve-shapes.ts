import type { ResponsePlan } from '../../plan/operation.ts';
import type { AnswerShape, InputShape } from '../../plan/shape.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseShape } from '../../shape/parse.ts';
import { type AnswerContext, eventRoles, listRoles, resolveAnswer, resolveInput } from '../../shape/resolve.ts';
import type { Words } from '../../text/place.ts';
import { environments } from '../meaning/environments.ts';
import { checked } from '../meaning/expressions.ts';
import { isNotShown } from '../not-shown.ts';
import type { About } from './about.ts';
import type { ResponseModel } from './model.ts';
import { fixedBy, resolvePath } from './resolve-path.ts';

/** What the body of an operation must be; nothing where it states no Request, or one that is not shown. */
export function resolveRequest(about: About): { readonly shape?: InputShape; readonly problems: readonly Problem[] } {
  const { service, operation, member } = about;
  const { request } = operation;
  if (request === undefined || isNotShown(request) || member.request !== 'shape') return { problems: [] };
  const read = parseShape(request);
  if (read.shape === undefined) return { problems: read.problems };
  const made = resolveInput(read.shape, {
    service,
    place: member.requestPlace,
    resource: operation.name.resource?.value,
    fixed: fixedBy(resolvePath(about).segments),
  });
  return { ...made, problems: [...read.problems, ...made.problems] };
}

/** The place that the answers of an operation are, for the room of shapes. */
export function answerContext(about: About): AnswerContext {
  const { service, operation, member } = about;
  const base = {
    service,
    resource: operation.name.resource?.value,
    environment: environments(service).response(operation),
  };
  switch (member.response) {
    case 'new record':
      return { ...base, place: 'create answer', roles: [] };
    case 'records':
      return { ...base, place: 'list answer', roles: listRoles };
    case 'events':
      return { ...base, place: 'list answer', roles: listRoles, recordRoles: eventRoles };
    case 'event':
      return { ...base, place: 'event answer', roles: eventRoles };
    case 'of code':
      return { ...base, place: 'code answer', roles: [] };
    default:
      return { ...base, place: 'answer', roles: [] };
  }
}

/** What one response of an operation shows. */
export function resolveResponse(
  about: About,
  response: ResponseModel,
): { readonly shape?: AnswerShape; readonly problems: readonly Problem[] } {
  if (response.shape === undefined || about.member.response === 'by its standard') return { problems: [] };
  const read = parseShape(response.shape);
  if (read.shape === undefined) return { problems: read.problems };
  const made = resolveAnswer(read.shape, answerContext(about));
  return { ...made, problems: [...read.problems, ...made.problems] };
}

/** The condition of a response. */
export function resolveWhen(
  about: About,
  when: Words,
): { readonly when?: NonNullable<ResponsePlan['when']>; readonly problems: readonly Problem[] } {
  const { tree, problems } = checked(when, environments(about.service).when(about.operation));
  return tree === undefined ? { problems } : { when: tree, problems };
}

/** The value of a header of a response. */
export function resolveHeader(about: About, value: Words) {
  return checked(value, environments(about.service).response(about.operation));
}
