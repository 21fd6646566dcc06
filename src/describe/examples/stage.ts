import { findCondition } from '../../parts/registry.ts';
import { findRefreshToken } from '../../plan/bodies/credential.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { readPathValue } from '../../plan/records/neighbours.ts';
import type { Json } from '../../plan/schema.ts';
import { findResource } from './body.ts';
import type { Exchange } from './exchange.ts';
import type { ValueSource } from './values/source.ts';
import type { PlayedRequest, PlayedResponse, World } from './world.ts';

/** A stored record, by the names of its fields. */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** A credential, and what it is sent as. */
export interface Held {
  readonly scheme: SchemePlan;
  readonly text: string;
}

/** Where a document is played: its service, what has been found out about it, and the exchanges so far. */
export interface Stage {
  readonly plan: Plan;
  readonly world: World;
  /** The version that requests are in; left out: the current one, unnamed where that is allowed. */
  readonly version?: string | undefined;
  /** The records of each resource in the order in which they were created. */
  readonly records: Map<string, StoredRecord[]>;
  readonly credentials: Map<string, Held>;
  readonly exchanges: Map<string, Kept>;
  /** The newest refresh token. */
  refreshToken: string | undefined;
  /** How many records were asked for: values differ by it. */
  count: number;
  /** How many clients were created. */
  clients: number;
  /** How deep records are created for others. */
  depth: number;
}

/** An exchange that is kept until a better one is found. */
interface Kept {
  readonly exchange: Exchange;
  readonly rank: number;
}

/** Opens a stage over a world. */
export function createStage(plan: Plan, world: World, version?: string): Stage {
  return {
    plan,
    world,
    version,
    records: new Map(),
    credentials: new Map(),
    exchanges: new Map(),
    refreshToken: undefined,
    count: 0,
    clients: 0,
    depth: 0,
  };
}

/** Reads the records of a resource, and returns them in the order of their creation. */
export async function refresh(stage: Stage, resource: string): Promise<readonly StoredRecord[]> {
  const identity = findResource(stage.plan, resource)?.identity ?? 'id';
  const known = stage.records.get(resource) ?? [];
  const read = await stage.world.records(resource);
  const stored = new Map<unknown, StoredRecord>(read.map((record) => [record[identity], record]));
  const kept = known.map((record) => stored.get(record[identity])).filter((record) => record !== undefined);
  const added = [...stored.values()].filter((record) => !known.some((old) => old[identity] === record[identity]));
  const all = [...kept, ...added];
  stage.records.set(resource, all);
  return all;
}

/** Creates the source of the values of requests: refs name the newest record. */
export function createSource(stage: Stage, index: number): ValueSource {
  return {
    plan: stage.plan,
    now: stage.world.now(),
    index,
    refreshToken: stage.refreshToken,
    identity(name) {
      const identity = findResource(stage.plan, name)?.identity ?? 'id';
      return stage.records.get(name)?.at(-1)?.[identity] as Json | undefined;
    },
  };
}

/** How an exchange is presented. */
export interface Telling {
  readonly title: string;
  /** An exchange of higher rank replaces one of a lower rank; 0: it came about by the way. */
  readonly rank?: number;
  /** A response of success is kept under another key: there are several worth showing. */
  readonly variant?: string;
  /** The condition that the request is to bring about: a refusal for another one belongs to another operation, or to none. */
  readonly only?: string;
}

/** Sends a request for an operation and keeps the exchange. A limit that is reached by the way is waited for. */
export async function sendFor(
  stage: Stage,
  operation: Pick<OperationPlan, 'name' | 'kind'>,
  request: PlayedRequest,
  telling: Telling,
): Promise<PlayedResponse> {
  const { title } = telling;
  const send = (): Promise<PlayedResponse> =>
    operation.kind === 'stream events' ? stage.world.stream(request) : stage.world.send(request);
  let response = await send();
  if (findCondition(response.condition ?? '')?.passesWithTime === true && !title.includes('limit')) {
    await stage.world.advance(Math.min(Number(response.headers['retry-after'] ?? 60), 86_400) * 1000);
    response = await send();
  }
  noteRefreshToken(stage, operation.name, response);
  // A refusal on the way to a success is not one that was looked for.
  const rank = isSuccess(response) ? telling.rank : Math.min(telling.rank ?? 0, 1);
  keep(stage, operation.name, request, response, { ...telling, ...(rank === undefined ? {} : { rank }) });
  return response;
}

/** Notes the refresh token that a response shows. */
function noteRefreshToken(stage: Stage, operation: string, { body }: PlayedResponse): void {
  const { responses = [] } = stage.plan.operations.find(({ name }) => name === operation) ?? {};
  for (const { shape } of responses) {
    const path = findRefreshToken(shape);
    const shown = path && readPathValue(body, path);
    if (typeof shown === 'string') stage.refreshToken = shown;
  }
}

/** Keeps an exchange, unless a better one of the same kind is there. */
export function keep(
  stage: Stage,
  operation: string,
  request: PlayedRequest,
  response: PlayedResponse,
  { title, rank = 0, variant = '', only }: Telling,
): void {
  const { condition, code, line, ...rest } = response;
  const refused = response.status >= 400;
  if (only !== undefined && refused && condition !== only) return;
  const own = refused ? (condition ?? String(response.status)) : variant;
  const key = [operation, refused, own, code ?? ''].join('\n');
  if ((stage.exchanges.get(key)?.rank ?? -1) >= rank) return;
  const exchange: Exchange = {
    operation,
    request: shownRequest(request),
    response: rest,
    ...(code === undefined ? {} : { code }),
    ...(condition === undefined ? {} : { condition }),
    ...(line === undefined ? {} : { line }),
    title,
  };
  stage.exchanges.set(key, { exchange, rank });
}

const longest = 2000;

/** A request as it is shown: of a long body only the length. */
function shownRequest({ text, body, headers, ...request }: PlayedRequest): Exchange['request'] {
  if (text === undefined) return { ...request, headers, ...(body === undefined ? {} : { body }) };
  if (text.length <= longest) return { ...request, headers, body: text };
  return { ...request, headers: { ...headers, 'content-length': String(new TextEncoder().encode(text).length) } };
}

/** Whether a response is one of success. */
export function isSuccess({ status }: PlayedResponse): boolean {
  return status < 400;
}
