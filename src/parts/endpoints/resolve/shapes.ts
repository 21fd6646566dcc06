import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { learn, learnNot } from '../../../expression/conditions/learn.ts';
import type { Environment } from '../../../expression/symbol-table.ts';
import type { ResponsePlan } from '../../../plan/operation.ts';
import type { AnswerShape, InputShape } from '../../../plan/shape.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { SourceText } from '../../../text/location.ts';
import { memoPair } from '../../../text/memo.ts';
import { present } from '../../../text/present.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { listGrants } from '../../resolve/reach.ts';
import { createOptionalEnvironment } from '../../resolve/shapes/around.ts';
import {
  type AnswerContext,
  eventListRoles,
  eventRoles,
  listRoles,
  refreshRoles,
  resolveAnswer,
  resolveInput,
  responseRoles,
} from '../../resolve/shapes.ts';
import { type About, isForExisting } from '../about.ts';
import type { ResponseModel } from '../model.ts';
import { listFixedFields, resolvePath } from './path.ts';
import { addPresentCode } from './present-code.ts';
import { shareWork } from './shared-work.ts';
import { findSignInRequest, findSignInResponse } from './sign-in.ts';

/** Resolves the body of an operation; nothing where it states no Request, or one that is not shown. */
export function resolveRequest(about: About): Resolved<InputShape> {
  return resolveRequestOnce(about, about.operation);
}

/** A shape where it was understood, and what is wrong with it. */
interface Resolved<T> {
  readonly shape?: T;
  readonly diagnostics: readonly Diagnostic[];
}

const resolveRequestOnce = shareWork((about: About): Resolved<InputShape> => {
  const { shape: stated, diagnostics } = resolveStatedRequest(about);
  const isStated = diagnostics.length === 0 && !isNotShown(about.operation.request);
  const shape = isStated ? addPresentCode(about, stated) : stated;
  return { ...present({ shape }), diagnostics };
});

/** Resolves the body as the cell Request states it. */
export function resolveStatedRequest(about: About): Resolved<InputShape> {
  const { service, operation, member } = about;
  const { request } = operation;
  const given = findSignInRequest(about);
  if (given !== undefined) return { shape: given, diagnostics: [] };
  if (request === undefined || isNotShown(request) || member.request !== 'shape') return { diagnostics: [] };
  const read = parseShape(request);
  if (read.shape === undefined) return { diagnostics: read.diagnostics };
  const made = resolveInput(read.shape, {
    service,
    place: member.requestPlace ?? 'input request',
    resource: operation.name.resource?.value,
    fixed: listFixedFields(resolvePath(about).segments),
    ...(operation.name.session === 'refresh' ? { roles: refreshRoles } : {}),
  });
  return { ...made, diagnostics: [...read.diagnostics, ...made.diagnostics] };
}

/** The place that the answers of an operation are, for the room of shapes. */
export function answerContext(about: About): AnswerContext {
  const { service, operation, member } = about;
  const base = {
    service,
    resource: operation.name.resource?.value,
    environment: () => createEnvironments(service).response(operation),
  };
  switch (member.response) {
    case 'new record':
      return { ...base, place: 'create answer', roles: responseRoles };
    case 'records':
      return { ...base, place: 'list answer', roles: listRoles };
    case 'events':
      return { ...base, place: 'list answer', roles: eventListRoles, recordRoles: eventRoles };
    case 'event':
      return { ...base, place: 'event answer', roles: eventRoles };
    case 'of code':
      return { ...base, place: 'code answer', roles: responseRoles };
    default:
      return { ...base, place: 'answer', roles: responseRoles };
  }
}

/** Resolves the shape of one response of an operation. */
export const resolveResponse = shareWork((about: About, response: ResponseModel): Resolved<AnswerShape> => {
  const given = findSignInResponse(about);
  if (given !== undefined) return { shape: given, diagnostics: [] };
  if (response.shape === undefined || about.member.response === 'by its standard') return { diagnostics: [] };
  const read = parseShape(response.shape);
  if (read.shape === undefined) return { diagnostics: read.diagnostics };
  const environment = (): Environment => createResponseEnvironment(about, response);
  // Values that are shown once are in the response for a new record.
  const place = isForExisting(about, response) ? ({ place: 'answer' } as const) : {};
  const made = resolveAnswer(read.shape, { ...answerContext(about), environment, ...place });
  return { ...made, diagnostics: [...read.diagnostics, ...made.diagnostics] };
});

/** The condition of a response. */
export function resolveWhen(
  about: About,
  when: SourceText,
): { readonly when?: NonNullable<ResponsePlan['when']>; readonly diagnostics: readonly Diagnostic[] } {
  const { tree, diagnostics } = resolveExpression(when, createEnvironments(about.service).when(about.operation));
  return tree === undefined ? { diagnostics } : { when: tree, diagnostics };
}

/** The value of a header of a response. */
export function resolveHeader(about: About, response: ResponseModel, value: SourceText) {
  return resolveExpression(value, createOptionalEnvironment(createResponseEnvironment(about, response)));
}

/**
 * The environment of a response: its own `when` holds, and those of the responses in front of it do not. An existing record that a create
 * finds may be in any state.
 */
function createResponseEnvironment(about: About, response: ResponseModel): Environment {
  return knowResponse(response, createEnvironments(about.service).response(about.operation), about);
}

const knowResponse = memoPair((response: ResponseModel, plain: Environment, about: About): Environment => {
  const { presence } = plain;
  const { responses, name } = about.operation;
  if (presence === undefined || isNotShown(responses)) return plain;
  const anonymous = listGrants(about.service, about.operation).some(({ kind }) => kind === 'public');
  const existing = isForExisting(about, response);
  // A handler chooses by the status.
  if (name.code) return { ...plain, presence: { ...presence, anonymous } };
  let facts = existing ? new Map() : presence.facts;
  const before = existing ? [] : responses.slice(0, Math.max(0, responses.indexOf(response))).slice(0, 50);
  for (const { when } of before) {
    const tree = when && resolveWhen(about, when).when;
    if (tree !== undefined) facts = learnNot(plain, tree, true, facts);
  }
  const own = response.when && resolveWhen(about, response.when).when;
  facts = (own && learn(plain, own, true, facts)) ?? facts;
  return { ...plain, presence: { ...presence, facts, anonymous } };
});
