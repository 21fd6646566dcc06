import type { Connection, Operation } from './options.ts';
import { ApiError, type Failure, type RateLimit, type Success, UnexpectedResponseError } from './result.ts';

export type AnyResult = Success<number, unknown> | Failure<string | undefined>;

/** Reads a response as the operation's result. */
export async function readResult(
  { service }: Connection,
  operation: Operation,
  response: Response,
): Promise<AnyResult> {
  const body = await readBody(response);
  const received = { headers: response.headers, ...readRateLimit(response.headers) };
  const { status } = response;
  if (operation.ok.includes(status)) {
    const etag = response.headers.get('etag');
    return {
      ...received,
      ok: true,
      status,
      data: body,
      ...(etag === null ? {} : { etag }),
      orThrow: () => body,
    };
  }
  const codes = operation.codes[status];
  if (codes === undefined) throw new UnexpectedResponseError(operation.name, status, body);
  const shown = find(body, service.code) ?? find(body, ['error']);
  const code = codes.find((known) => known === shown) ?? (codes.length === 1 ? codes[0] : undefined);
  if (code === undefined && !codes.includes(undefined) && shown !== undefined) {
    throw new UnexpectedResponseError(operation.name, status, body);
  }
  const message = find(body, service.message) ?? find(body, ['error_description']);
  const text = typeof message === 'string' ? message : (code ?? `status ${status}`);
  const error = new ApiError(`${operation.name}: ${text}`, code, response, body);
  return {
    ...received,
    ok: false,
    status,
    error,
    orThrow: () => {
      throw error;
    },
  };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function find(body: unknown, path: readonly (string | number)[] | undefined): unknown {
  return path?.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string | number, unknown>>)[name]
        : undefined,
    body,
  );
}

function readRateLimit(headers: Headers): { readonly rateLimit?: RateLimit } {
  const [, name, remaining, reset] = /^"([^"]*)";r=(\d+)(?:;t=(\d+))?/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (name !== undefined && remaining !== undefined) {
    return {
      rateLimit: {
        name,
        remaining: Number(remaining),
        ...(reset === undefined ? {} : { resetSeconds: Number(reset) }),
      },
    };
  }
  const left = headers.get('x-ratelimit-remaining');
  return left === null ? {} : { rateLimit: { remaining: Number(left) } };
}
