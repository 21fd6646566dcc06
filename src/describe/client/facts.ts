import type { BodyShape } from '../../plan/body.ts';
import type { StatusPlan } from '../../plan/exchange.ts';
import { getFileForm, getReturnedContent } from '../../plan/files/file-bodies.ts';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findRequestType, nameVersion } from '../requests.ts';
import type { Operation, Service } from './typescript/runtime/options.ts';

/** The facts of an operation that its requests are made from and its responses are read by. */
export interface OperationFacts extends Omit<Operation, 'codes'> {
  /** The codes of rejections by status; `undefined` is one without a code. */
  readonly codes: ReadonlyMap<number, readonly (string | undefined)[]>;
}

/** Finds the facts of an operation, in the version of the plan. */
export function findOperationFacts(plan: WholePlan, operation: OperationPlan): OperationFacts {
  const { name, method, path, parameters, exchange, idempotency } = operation;
  const { responseTypes = [], refusalType = 'application/json' } = exchange ?? {};
  const version = nameVersion(plan, plan.version?.name);
  const headers = parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const type = getFileForm(operation.input) === 'content' ? '*/*' : findRequestType(operation);
  const content = getReturnedContent(operation) !== undefined;
  const shown = content ? '*/*' : (version.accept ?? responseTypes[0]);
  return {
    name,
    method,
    path: `${plan.base.prefix}${version.prefix}${path}`,
    ...(type === undefined ? {} : { type }),
    accept: [...new Set([...(shown === undefined ? [] : [shown]), refusalType])].join(', '),
    ...(headers.length === 0 ? {} : { headers }),
    ...(idempotency === undefined ? {} : { idempotency: idempotency.header }),
    ...(content ? { content } : {}),
    ...(operation.resumable === undefined ? {} : { resumable: true }),
    ok: listStatuses(listSuccesses(operation)),
    empty: listStatuses(listSuccesses(operation).filter(({ shape }) => shape === undefined)),
    codes: listCodes(operation),
  };
}

function listStatuses(responses: ReturnType<typeof listSuccesses>): readonly number[] {
  return [...new Set(responses.map(({ status }) => status))];
}

/** The facts that all operations of a service share. */
export type ServiceFacts = Service;

/** Finds what all operations of a service share, in the version of the plan. */
export function findServiceFacts(plan: WholePlan): ServiceFacts {
  const schemes = listUsableSchemes(plan).flatMap(({ name, sentIn }) =>
    sentIn.slice(0, 1).map((place) => ({
      name,
      in: place.in,
      key: place.name,
      ...(place.word === undefined ? {} : { word: place.word }),
    })),
  );
  const { header, query } = nameVersion(plan, plan.version?.name);
  return {
    ...(header === undefined ? {} : { version: { in: 'header', ...header } }),
    ...(query === undefined ? {} : { version: { in: 'query', ...query } }),
    schemes,
    ...findErrorPaths(plan),
  };
}

/** Lists the schemes by which a service knows its callers. */
export function listUsableSchemes({ authentication }: WholePlan): WholePlan['authentication']['schemes'] {
  return authentication.schemes.filter(({ disabled }) => disabled !== true);
}

/** The path of a value in a JSON body. */
type BodyPath = readonly (string | number)[];

/** The codes of the token endpoint (RFC 6749, section 5.2). */
const tokenCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Where the error bodies of a service show the code and the message of an error; left out: nowhere. */
function findErrorPaths({ errors: { body } }: WholePlan): {
  readonly code?: BodyPath;
  readonly message?: BodyPath;
} {
  if (body?.kind !== 'shape') return { code: ['code'], message: ['title'] };
  const [code, message] = ['code', 'message'].map((role) => findRole(body.shape, role));
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) };
}

function findRole(shape: BodyShape, role: string): BodyPath | undefined {
  if (shape.kind === 'role') return shape.role === role ? [] : undefined;
  const inside: readonly (readonly [string | number, BodyShape])[] =
    shape.kind === 'object'
      ? shape.members.map((member) => [member.name, member.shape] as const)
      : shape.kind === 'items'
        ? shape.items.map((item, at) => [at, item] as const)
        : [];
  for (const [key, inner] of inside) {
    const found = findRole(inner, role);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

/** The codes of an operation's errors by status; `undefined` is an error without a code. */
export function listCodes({ exchange }: OperationPlan): ReadonlyMap<number, readonly (string | undefined)[]> {
  const refusals = (exchange?.statuses ?? []).filter(({ on }) => on === 'refusals');
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return new Map([...byStatus].map(([status, all]) => [status, [...new Set(all.flatMap(listStatusCodes))]]));
}

function listStatusCodes({ codes, body }: StatusPlan): readonly (string | undefined)[] {
  if (body === 'token error') return tokenCodes;
  return codes ?? [undefined];
}
