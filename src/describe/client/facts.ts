import { findCredential, findRefreshToken } from '../../plan/bodies/credential.ts';
import type { BodyShape } from '../../plan/body.ts';
import type { StatusPlan } from '../../plan/exchange.ts';
import { getFileForm, getReturnedContent } from '../../plan/files/file-bodies.ts';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { present } from '../../text/present.ts';
import { findRequestType, nameVersion } from '../requests.ts';
import type { Operation, Service } from './typescript/runtime/options.ts';
import type { SessionScheme } from './typescript/runtime/session.ts';

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
    ...present({ session: findSessionFacts(operation) }),
    ok: listStatuses(listSuccesses(operation)),
    empty: listStatuses(listSuccesses(operation).filter(({ shape }) => shape === undefined)),
    codes: listCodes(operation),
  };
}

/** How an operation begins, refreshes or ends a session; undefined if it does not, or shows no credential. */
function findSessionFacts({ session, issues, creation, responses }: OperationPlan): Operation['session'] {
  if (session?.does === 'log out') return { does: 'end' };
  // A link of an account needs the session, and leaves it as it is.
  if (session?.does === 'sign in' && session.links === true) return undefined;
  if (session === undefined && issues === undefined && creation?.issues === undefined) return undefined;
  const find = (inShape: typeof findCredential): readonly string[] | undefined =>
    responses.flatMap(({ shape }) => [inShape(shape)]).find((path) => path !== undefined);
  const credential = find(findCredential);
  if (credential === undefined) return undefined;
  const does = session?.does === 'refresh' ? 'refresh' : 'begin';
  return { does, credential, ...present({ refreshToken: find(findRefreshToken) }) };
}

/** How a client keeps a session: its scheme, and the operation that refreshes it. */
export interface SessionFacts extends SessionScheme {
  readonly refresh?: {
    /** The name of the operation. */
    readonly operation: string;
    /** The constants of its body, and the place of the refresh token. */
    readonly constants: Json;
    readonly path: readonly string[];
  };
}

/** Finds how clients keep sessions; undefined if no operation shows the credential of one. */
export function findSession(plan: WholePlan): SessionFacts | undefined {
  const operations = plan.operations.filter(({ disabled }) => disabled !== true);
  if (!operations.some((operation) => findSessionFacts(operation)?.does === 'begin')) return undefined;
  const scheme = listUsableSchemes(plan).find(({ holder }) => holder !== undefined);
  if (scheme === undefined) return undefined;
  const refresh = operations.find((operation) => findSessionFacts(operation)?.does === 'refresh');
  return {
    scheme: scheme.name,
    ...present({ lifetime: scheme.lifetime }),
    ...(refresh?.session?.does !== 'refresh'
      ? {}
      : {
          refresh: {
            operation: refresh.name,
            constants: listConstants(refresh.input) ?? {},
            path: refresh.session.token,
          },
        }),
  };
}

/** The constants of a body, each at its place; undefined if it has none. */
export function listConstants(shape: InputShape | undefined): Json | undefined {
  if (shape?.kind === 'literal') return shape.value;
  if (shape?.kind !== 'object') return undefined;
  const members = shape.members.flatMap((member) => {
    const value = listConstants(member.shape);
    return value === undefined ? [] : [[member.name, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
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
