import type { OperationTool } from '../../../describe/tools/index.ts';
import { createToolResult, readOnly } from '../../../describe/tools/tool.ts';
import { openTest, type TestClient, type TestService } from '../../../testing.ts';
import { givenDocument, readGiven } from './given.ts';

interface TriedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: {
    readonly subject?: string;
    readonly scopes?: readonly string[];
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  readonly advance?: string;
}

const request = {
  type: 'object',
  properties: {
    method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    path: {
      type: 'string',
      description: 'Path and query. `{0.id}` stands for the field id of the response to request 0.',
    },
    body: { description: 'The JSON body' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    as: {
      type: 'object',
      description: 'The caller. Without it the request has no credential.',
      properties: {
        subject: { type: 'string' },
        scopes: { type: 'array', items: { type: 'string' } },
        attributes: { type: 'object' },
      },
    },
    advance: { type: 'string', description: 'Moves the clock after the request, such as 10 minutes' },
  },
  required: ['method', 'path'],
  additionalProperties: false,
};

/** Describes the tool that sends requests to the service of a document in memory. */
export function describeTryTool(): OperationTool {
  return {
    name: 'nonet_try',
    title: 'Try requests',
    description:
      'Starts the service in memory with an empty store, sends requests in order, and returns responses and events.',
    inputSchema: {
      type: 'object',
      properties: {
        ...givenDocument,
        requests: { type: 'array', items: request, minItems: 1, maxItems: 100 },
      },
      required: ['requests'],
      additionalProperties: false,
    } as OperationTool['inputSchema'],
    annotations: readOnly,
    async call({ requests, ...given }) {
      try {
        // With a line end, so that it is not taken for a path.
        const service = await openTest({ document: `${readGiven(given)}\n` });
        try {
          return createToolResult(await play(service, requests as readonly TriedRequest[]));
        } finally {
          await service.close();
        }
      } catch (error) {
        return createToolResult({ error: (error as Error).message }, true);
      }
    },
  };
}

async function play(service: TestService, requests: readonly TriedRequest[]) {
  const clients = new Map<string, TestClient>();
  const responses: { status: number; headers: Record<string, string>; body: unknown }[] = [];
  for (const { method, path, body, headers, as, advance } of requests) {
    const key = JSON.stringify(as);
    const client = as === undefined ? service.anonymous : (clients.get(key) ?? (await service.client(as)));
    if (as !== undefined) clients.set(key, client);
    const target = fill(path, responses);
    const response = await client.request(method, target, {
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    });
    responses.push({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: response.body ?? response.text,
    });
    if (advance !== undefined) await service.advance(advance);
  }
  return { responses, events: service.events };
}

/** Replaces `{0.id}` by the field of an earlier response. */
function fill(path: string, responses: readonly { readonly body: unknown }[]): string {
  return path.replace(/\{(\d+)\.(\w+)\}/g, (whole, at: string, field: string) => {
    const body = responses[Number(at)]?.body as Readonly<Record<string, unknown>> | undefined;
    const value = body?.[field];
    return value === undefined ? whole : encodeURIComponent(String(value));
  });
}
