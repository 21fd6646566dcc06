import {
  type ExchangePlan,
  type HeaderPlan,
  type StandardBody,
  type StatusPlan,
  standardBodies,
} from '../../plan/exchange.ts';
import { getReturnedContent } from '../../plan/files/file-bodies.ts';
import { getFileLimits } from '../../plan/files/file-limits.ts';
import { operationKinds } from '../../plan/kinds.ts';
import { listSuccesses, type OperationPlan, type RefusalPlan } from '../../plan/operation.ts';
import type { CodePlan, Plan } from '../../plan/plan.ts';
import { present } from '../../text/present.ts';
import { isLoopbackOnly } from '../authentication/serve.ts';
import { listResponseMediaTypes, streamType } from '../endpoints/serve/accept.ts';
import { everyHeader, mayTag } from '../endpoints/serve/answer-headers.ts';
import { listRequestMediaTypes } from '../endpoints/serve/bodies/body.ts';
import { planBrowserHeaders } from '../endpoints/serve/cors.ts';
import { chooseCode, getChooser } from '../errors/choose.ts';
import { getGapStatus, listRaisedCodes } from '../errors/conditions/index.ts';
import { planVersionHeaders } from '../versioning/serve/version-headers.ts';

type Facts = Omit<Plan, 'digest' | 'gaps'>;

/** Finds the row of Errors by which the clients of a version are answered instead of a present one. */
type ShowCode = (code: CodePlan) => CodePlan;

/**
 * Returns a plan with what HTTP carries between clients and each operation, and the bodies that standards give. `show` is the
 * row of Errors that answers clients instead of another.
 */
export function withExchanges<P extends Plan>(plan: P, show: ShowCode = (code) => code): P {
  const operations = plan.operations.map((operation) => ({
    ...operation,
    exchange: planExchange(plan, operation, show),
  }));
  const named = operations.flatMap(({ exchange }) => exchange.statuses.map(({ body }) => body));
  const needed = new Set<unknown>([...named, ...(plan.errors.body?.kind === 'shape' ? [] : ['problem details'])]);
  const bodies = Object.fromEntries(Object.entries(standardBodies).filter(([name]) => needed.has(name)));
  return { ...plan, operations, bodies };
}

function planExchange(plan: Facts, operation: OperationPlan, show: ShowCode): ExchangePlan {
  const { about } = operationKinds[operation.kind];
  return {
    requestTypes:
      about === 'tokens' ? [formType] : operation.input === undefined ? [] : listRequestMediaTypes(plan, operation),
    responseTypes: listResponseTypes(plan, operation),
    refusalType: plan.errors.body?.kind === 'shape' ? (plan.media.answer[0] ?? json) : 'application/problem+json',
    statuses: operation.disabled
      ? [closed]
      : [...listSuccessStatuses(operation), ...listRefusals(plan, operation, show)],
    headers: planHeaders(plan, operation),
  };
}

const json = 'application/json';
/** The media type of content of any type. */
const anyContent = '*/*';
/** The media type of requests for tokens (RFC 6749, section 4.4.2). */
const formType = 'application/x-www-form-urlencoded';

/** How an operation is answered whose Request or Response is not shown. */
const closed: StatusPlan = { status: 501, on: 'refusals', conditions: ['unavailable'], body: 'error' };

function listResponseTypes(plan: Facts, operation: OperationPlan): readonly string[] {
  const { kind, responses } = operation;
  if (kind === 'stream events') return [streamType];
  if (kind === 'issue token') return [json];
  const content = getReturnedContent(operation);
  if (content !== undefined) return getFileLimits(content.schema).types ?? [anyContent];
  return responses.some(({ shape }) => shape !== undefined) ? listResponseMediaTypes({ plan }) : [];
}

/** Every header once for each of its conditions: those of the steps, then those of every operation. */
function planHeaders(plan: Facts, { steps }: OperationPlan): readonly HeaderPlan[] {
  const all = [
    ...steps.flatMap(({ sends = [] }) => sends),
    ...everyHeader,
    ...planVersionHeaders(plan),
    ...planBrowserHeaders(plan),
  ];
  return [...new Map(all.map((header) => [JSON.stringify(header), header])).values()];
}

const standard: Partial<Record<OperationPlan['kind'], StandardBody>> = {
  'issue token': 'token',
  'stream events': 'event stream',
};

function listSuccessStatuses(operation: OperationPlan): readonly StatusPlan[] {
  if (getReturnedContent(operation) !== undefined) return listContentStatuses(operation);
  const { kind, method } = operation;
  const byStatus = Map.groupBy(listSuccesses(operation), ({ status }) => status);
  const found = [...byStatus].map(([status, all]): StatusPlan => {
    const body: StatusPlan['body'] =
      standard[kind] ?? (all.some(({ shape }) => shape !== undefined) ? 'shape' : undefined);
    return { status, on: 'success', ...present({ body }) };
  });
  const notModified: StatusPlan = { status: 304, on: 'success' };
  return method === 'GET' && mayTag(operation) ? [...found, notModified] : found;
}

/** A content is returned as a whole or in part, or not again (RFC 9110, sections 15.3.7 and 15.4.5). */
function listContentStatuses(operation: OperationPlan): readonly StatusPlan[] {
  const statuses = new Set([...listSuccesses(operation).map(({ status }) => status), 206]);
  return [
    ...[...statuses].map((status): StatusPlan => ({ status, on: 'success', body: 'content' })),
    { status: 304, on: 'success' },
    { status: 416, on: 'refusals', conditions: ['range not satisfiable'] },
  ];
}

/** Returns the errors of the steps, and errors that operations can have at any time. */
function listRefusals(plan: Facts, operation: OperationPlan, show: ShowCode): readonly StatusPlan[] {
  const { kind, steps } = operation;
  const rows = new Map(plan.errors.codes.map((row) => [row.code, show(row)]));
  const ownBody = operationKinds[kind].about === 'tokens' ? tokenErrors : new Map<number, StandardBody>();
  const choose = getChooser(plan.errors);
  const anywhere = plan.refusals.flatMap(({ condition, everywhere }) =>
    everywhere === true ? [{ condition, ...chooseCode(choose, { condition }, operation) }] : [],
  );
  const planned = [
    ...steps.flatMap(({ refusals: own = [] }) => own),
    ...listRaisedCodes(plan, operation.name).map((code) => ({ condition: 'raised by', code })),
    ...anywhere,
    ...listForbiddenRefusals(plan),
  ];
  const all = planned.map(({ condition, code }) => {
    const row = code === undefined ? undefined : rows.get(code);
    return { condition, code: row?.code, status: row?.status ?? getGapStatus(condition) };
  });
  const given = new Set([...all.map(({ status }) => status), ...ownBody.keys()]);
  return [...given]
    .sort((a, b) => a - b)
    .map((status) => {
      const alike = all.filter((entry) => entry.status === status);
      const codes = [...new Set(alike.flatMap(({ code }) => code ?? []))];
      const uncoded = new Set(alike.flatMap(({ condition, code }) => (code === undefined ? condition : [])));
      return {
        status,
        on: 'refusals',
        conditions: [...new Set(alike.map(({ condition }) => condition))],
        ...(codes.length === 0 ? {} : { codes }),
        ...(codes.length === 0 || uncoded.size === 0 ? {} : { uncoded: [...uncoded] }),
        body: ownBody.get(status) ?? 'error',
      };
    });
}

/** Refusals before any operation is looked for: of pages of other origins, and of all but this machine without stated schemes. */
function listForbiddenRefusals(plan: Facts): readonly RefusalPlan[] {
  const condition = 'forbidden';
  const foreign = plan.refusals.filter((refusal) => refusal.condition === condition);
  return isLoopbackOnly(plan) ? [...foreign, { condition }] : foreign;
}

/** Statuses of the token operations whose body the standard gives (RFC 6749, section 5.2). */
const tokenErrors: ReadonlyMap<number, StandardBody> = new Map([
  [400, 'token error'],
  [401, 'token error'],
]);
