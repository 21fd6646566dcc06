import { attempt } from '../../describe/examples/records.ts';
import type { Stage } from '../../describe/examples/stage.ts';
import type { PlayedRequest } from '../../describe/examples/world.ts';
import { findCredential, findRefreshToken } from '../../plan/bodies/credential.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { listPlaces, putAt, readAt } from '../values/places.ts';
import { findResponse, readRecords } from '../values/shown.ts';
import type { Caller } from './callers.ts';
import type { Exchanged, Transport } from './exchanged.ts';

/** A run, as far as logging in needs it. */
interface Door {
  readonly plan: WholePlan;
  readonly stage: Stage;
  readonly transport: Pick<Transport, 'now'>;
  send(request: PlayedRequest): Promise<Exchanged>;
}

/** A person whom this run signed up. */
export interface Person {
  readonly caller: Caller;
  /** The body of a log in, if the page has one. */
  readonly login?: Json;
  /** When the session began, in milliseconds since 1970. */
  readonly since: number;
}

/** The operation that creates the records which log in with a scheme; undefined: only the operator can. */
export function findSignUp(plan: WholePlan, { name, holder }: SchemePlan): OperationPlan | undefined {
  const creates = plan.operations.filter(
    ({ kind, resource, disabled, access }) =>
      kind === 'create' &&
      resource === holder &&
      disabled !== true &&
      (access.open || access.grants.some(({ kind: who, where }) => who === 'public' && where !== 'disabled')),
  );
  return creates.find((operation) => operation.issues === name || findLogIn(plan, name) !== undefined);
}

/** The operation that logs in with a scheme. */
export function findLogIn({ operations }: WholePlan, scheme: string): OperationPlan | undefined {
  return operations.find(
    ({ session, disabled }) => disabled !== true && session?.does === 'log in' && session.scheme === scheme,
  );
}

/** Signs a person up and, where the create gives no credential, logs in. */
export async function signUp(ground: Door, scheme: SchemePlan, name: string): Promise<Person | undefined> {
  const { plan, stage } = ground;
  const operation = findSignUp(plan, scheme);
  const done = operation === undefined ? undefined : await attempt(stage, operation);
  if (operation === undefined || done === undefined) return undefined;
  const { status, body } = done.response;
  const shape = findResponse(operation, status)?.shape;
  const [record = {}] = readRecords(shape, body);
  const resource = plan.resources.find((one) => one.name === scheme.holder)!;
  const login = fillLogIn(plan, scheme, operation, done.pieces.body);
  let text = readToken(scheme, shape, body, done.response.headers);
  if (text === undefined && login !== undefined) text = await logIn(ground, scheme, login);
  if (text === undefined) return undefined;
  const id = record[resource.identity];
  const own = plan.authentication.attributes.flatMap(({ name: of, from }) =>
    from !== undefined && record[from] !== undefined ? [[of, record[from]] as const] : [],
  );
  const attributes = { ...Object.fromEntries(own), ...(id === undefined ? {} : { id }) };
  return {
    caller: { name, scheme, text, scopes: [], attributes },
    ...(login === undefined ? {} : { login }),
    since: ground.transport.now(),
  };
}

/** Logs in, and returns the credential. */
export async function logIn(ground: Door, scheme: SchemePlan, body: Json): Promise<string | undefined> {
  const operation = findLogIn(ground.plan, scheme.name);
  if (operation === undefined) return undefined;
  const { response } = await sendLogIn(ground, operation, body);
  if (response.status >= 400) return undefined;
  const shape = findResponse(operation, response.status)?.shape;
  const path = findRefreshToken(shape);
  const refresh = path && readAt(response.body, path);
  if (typeof refresh === 'string') ground.stage.refreshToken = refresh;
  return readToken(scheme, shape, response.body, response.headers);
}

/** Sends a log in. */
export function sendLogIn({ plan, send }: Door, operation: OperationPlan, body: Json): Promise<Exchanged> {
  const headers = { 'content-type': 'application/json' };
  return send({ method: operation.method, path: `${plan.base.prefix}${operation.path}`, headers, body });
}

/** The credential of a response: where its shape shows it, or in its cookie. */
function readToken(
  { sentIn }: SchemePlan,
  shape: Parameters<typeof findCredential>[0],
  body: unknown,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const path = findCredential(shape);
  const shown = path && readAt(body, path);
  if (typeof shown === 'string') return shown;
  const cookie = sentIn.find((place) => place.in === 'cookie');
  const found = cookie && new RegExp(`(?:^|[,;] *)${cookie.name}=([^;,]+)`).exec(headers['set-cookie'] ?? '');
  return found?.[1];
}

/** The body of a log in with the values of a sign up. */
function fillLogIn(plan: WholePlan, { name }: SchemePlan, create: OperationPlan, sent: unknown): Json | undefined {
  const session = findLogIn(plan, name)?.session;
  if (session?.does !== 'log in') return undefined;
  const places = listPlaces(plan, create);
  let body: Json | undefined = {};
  for (const { field, path } of [...session.by, session.password]) {
    const place = places.find((one) => one.field?.name === field);
    const value = place && readAt(sent, place.path);
    if (value === undefined) return undefined;
    for (let length = 1; length < path.length && body !== undefined; length++)
      if (readAt(body, path.slice(0, length)) === undefined) body = putAt(body, path.slice(0, length), {});
    body = body && putAt(body, path, value);
  }
  return body;
}

/** Whether an operation ends the session or the person of its caller, or its password. */
export function endsPerson(plan: WholePlan, { session, kind, resource, record, input }: OperationPlan): boolean {
  if (session?.does === 'log out' || session?.does === 'refresh') return true;
  const holders = plan.authentication.schemes.flatMap(({ holder, sessions }) => [holder, sessions]);
  if (resource === undefined || !holders.includes(resource)) return false;
  const isOwn = record !== undefined;
  if (kind === 'delete') return true;
  const setsPassword = JSON.stringify(input ?? null).includes('"password"');
  return isOwn && (kind === 'update' || kind === 'replace') && setsPassword;
}
