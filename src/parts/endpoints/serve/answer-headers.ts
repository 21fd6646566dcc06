import type { StepFacts } from '../../../contracts/definition.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import { getReturnedContent } from '../../../plan/files/file-bodies.ts';
import { listSuccesses, type OperationPlan, type ParameterPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { listSessionCookies } from '../../authentication/serve/sessions/cookies.ts';
import { listResponseMediaTypes } from './accept.ts';
import { planStatedHeaders } from './stated-headers.ts';

/** The headers of the responses of every operation. */
export const everyHeader: readonly HeaderPlan[] = [
  { name: 'X-Content-Type-Options', on: 'all' },
  { name: 'Cache-Control', on: 'all' },
  { name: 'Content-Type', on: 'success', when: 'the response has a body' },
  { name: 'Content-Type', on: 'refusals' },
  // HTTP asks these of a status, whatever the refusal is for (RFC 9110, sections 10.2.3 and 15.5.2).
  { name: 'WWW-Authenticate', on: 'refusals', when: 'the status is 401' },
  { name: 'Retry-After', on: 'refusals', when: 'the status is 503' },
  { name: 'Nonet-Explain', on: 'refusals', when: 'the service explains errors to the client' },
];

/** Returns the headers that the responses of success have beside those of every operation. */
export function planAnswerHeaders({ plan, operation }: Pick<StepFacts, 'plan' | 'operation'>): readonly HeaderPlan[] {
  if (getReturnedContent(operation) !== undefined) return [...planStatedHeaders(plan, operation), ...contentHeaders];
  const varies: readonly HeaderPlan[] = [{ name: 'Vary', on: 'success' }];
  return [
    ...planStatedHeaders(plan, operation),
    ...(listResponseMediaTypes({ plan }).length > 1 ? varies : []),
    ...(mayTag(operation) ? [tag] : []),
    ...(operation.parameters.some(isPaging) ? [link] : []),
    ...(listSessionCookies(plan, operation).length > 0 ? [planCookie(plan, operation)] : []),
  ];
}

const whole = 'the response has a body';
/** The headers of the content of a file. */
const contentHeaders: readonly HeaderPlan[] = [
  { name: 'ETag', on: 'success' },
  { name: 'Accept-Ranges', on: 'success', when: whole },
  { name: 'Content-Disposition', on: 'success', when: whole },
  { name: 'Cross-Origin-Resource-Policy', on: 'success', when: whole },
  { name: 'Content-Range', on: 'success', when: 'the status is 206' },
  { name: 'Content-Range', on: 'refusals', when: 'the status is 416' },
];

const tag: HeaderPlan = { name: 'ETag', on: 'success', when: 'the response has a body or is 304' };
const link: HeaderPlan = { name: 'Link', on: 'success', when: 'there is a page before or after' };

/** Returns whether responses of an operation may have an entity tag. */
export function mayTag(operation: OperationPlan): boolean {
  const { kind, resource } = operation;
  const responses = listSuccesses(operation);
  if (kind === 'list' || responses.length > 1) return true;
  return kind !== 'delete' && kind !== 'handler' && resource !== undefined && responses[0]?.shape !== undefined;
}

/** The cookie of a session: not set for a page of another origin that is let in by `anywhere`. */
function planCookie({ allowedOrigins }: Pick<Plan, 'allowedOrigins'>, operation: OperationPlan): HeaderPlan {
  const isRemoved = operation.session?.does === 'log out';
  const when = [
    ...(isSometimes(operation) ? ['a credential is issued'] : []),
    ...(!isRemoved && allowedOrigins.includes('anywhere') ? ['the request is not from another origin'] : []),
  ];
  return { name: 'Set-Cookie', on: 'success', ...(when.length === 0 ? {} : { when: when.join(' and ') }) };
}

/** Whether an operation issues a credential in some of its responses only: not for a record that exists. */
function isSometimes({ issues, creation, responses }: OperationPlan): boolean {
  if (creation?.issues !== undefined) return true;
  return issues !== undefined && responses.some(({ exists }) => exists === true);
}

const pages: ReadonlySet<string> = new Set(['cursor', 'offset', 'page number', 'after id', 'before id']);

function isPaging({ mapsTo: means }: ParameterPlan): boolean {
  return pages.has(means.kind);
}
