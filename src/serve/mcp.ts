import type { ServerLimits } from '../contracts/operation-context.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { BodyFailure, HttpResponse, Incoming } from '../contracts/request-context.ts';
import type { AgentView, ToolRequest, ToolResponse } from '../describe/tools/index.ts';
import type { CrossSiteCheck } from '../parts/endpoints/serve/cross-site.ts';
import type { AuthenticationPlan, Plan } from '../plan/plan.ts';
import type { FindWholePlan } from '../plan/whole.ts';
import type { ExtraRoute } from './descriptions.ts';
import type { ForeignChecks } from './http/foreign-checks.ts';
import { Headers as RawHeaders } from './http/headers.ts';
import { createMisdirected } from './http/host-check.ts';
import { exchangeMessage, refuseBatch } from './mcp/exchange.ts';
import { createMcpServer, loadSdk, type Sdk } from './mcp/server.ts';
import type { Deadlines } from './request/deadlines.ts';

/** The path of the endpoint for agents, below the base address. */
export const mcpPath = '/mcp';

/** The facts that the endpoint for agents is created from. */
export interface McpDependencies extends ForeignChecks<CrossSiteCheck> {
  readonly plan: Plan;
  readonly find: FindWholePlan;
  readonly serverLimits: ServerLimits;
  readonly deadlines: Pick<Deadlines, 'after'>;
  /** Answers a request of a tool as any other request of the caller. */
  handle(incoming: Incoming): MaybePromise<HttpResponse>;
}

/** Headers that belong to the protocol itself. */
const protocolHeaders = ['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name'];
const ownHeaders = ['accept', 'content-type', ...protocolHeaders.map((name) => name.toLowerCase())];
/** Headers of the client that are passed on to the requests of its tools, in addition to its credentials. */
const passedHeaders = [
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'traceparent',
  'tracestate',
  'accept-language',
];

/**
 * Creates the endpoint of the Model Context Protocol (streamable HTTP, without sessions). Each tool sends a request to the service
 * itself, with the credential of the client: the service decides, as it does for any other client.
 */
export function createMcpRoute(deps: McpDependencies): ExtraRoute {
  const { plan, find, deadlines, crossSite, namesOther, handle } = deps;
  const { maxBodySize, maxRequestTime: milliseconds } = deps.serverLimits;
  const passed = [...new Set([...listCredentialHeaders(plan.authentication), ...passedHeaders])];
  let opening: Promise<readonly [Sdk, AgentView]> | undefined;
  const open = (): Promise<readonly [Sdk, AgentView]> => {
    opening ??= Promise.all([loadSdk(), describe(find)]);
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    method: 'POST',
    // clients resume streams by the last header, although this endpoint has none
    requestHeaders: [...protocolHeaders, 'Last-Event-ID'],
    async answer(incoming) {
      if (namesOther?.(incoming) === true) return createMisdirected();
      const foreign = crossSite(incoming);
      if (foreign !== undefined) return foreign;
      const body = await incoming.body(maxBodySize);
      if (typeof body !== 'string') return refuseBody(body);
      if (/^\s*\[/.test(body)) return refuseBatch();
      const [sdk, view] = await open();
      const send = (request: ToolRequest): Promise<ToolResponse> =>
        sendInside(new ToolIncoming(request, incoming, passed), handle);
      const handler = sdk.createMcpHandler(() => createMcpServer(sdk, view, send), { keepAliveMs: 0 });
      const headers = new Headers();
      for (const name of ownHeaders) {
        const value = incoming.header(name);
        if (value !== undefined) headers.set(name, value);
      }
      const request = new Request(`http://localhost${mcpPath}`, { method: 'POST', headers, body });
      return (await exchangeMessage(handler, request, { deadlines, milliseconds })) ?? timedOut;
    },
  };
}

const timedOut: Refusal = { condition: 'timed out', plainStatus: 503 };

async function describe(find: FindWholePlan): Promise<AgentView> {
  const [{ describeTools }, whole] = await Promise.all([import('../describe/tools/index.ts'), find()]);
  return describeTools(whole!);
}

/** The names of the headers in which clients send credentials. */
function listCredentialHeaders({ schemes }: AuthenticationPlan): readonly string[] {
  const places = schemes.flatMap(({ sentIn }) => sentIn);
  return [
    ...places.flatMap((place) => (place.in === 'header' ? [place.name.toLowerCase()] : [])),
    ...(places.some((place) => place.in === 'cookie') ? ['cookie'] : []),
  ];
}

function refuseBody({ failure }: BodyFailure): Refusal {
  return { condition: failure === 'too large' ? 'too large' : 'malformed request' };
}

async function sendInside(incoming: Incoming, handle: McpDependencies['handle']): Promise<ToolResponse> {
  const { status, headers, body, sent } = await handle(incoming);
  sent?.();
  const named = new Headers();
  for (let i = 0; i < headers.length; i += 2) named.append(headers[i]!, headers[i + 1]!);
  return { status, headers: named, text: body ?? '' };
}

/** The request of a tool, sent by the client of the endpoint. */
class ToolIncoming extends RawHeaders implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly peer: string;
  readonly hasBody: boolean;
  readonly outer: Incoming;
  readonly #body: string | undefined;

  constructor({ method, target, headers, body }: ToolRequest, client: Incoming, passed: readonly string[]) {
    super([
      ...passed.flatMap((name) => {
        const value = client.header(name);
        return value === undefined ? [] : [name, value];
      }),
      ...Object.entries(headers).flat(),
    ]);
    const [path = '', query = ''] = target.split('?');
    this.method = method;
    this.path = path;
    this.query = query;
    this.peer = client.peer;
    this.outer = client;
    this.hasBody = body !== undefined;
    this.#body = body;
  }

  body(limit: number): string | 'none' | BodyFailure {
    if (this.#body === undefined) return 'none';
    return new TextEncoder().encode(this.#body).length > limit ? { failure: 'too large' } : this.#body;
  }
}
