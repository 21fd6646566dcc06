import type { Connection, Operation } from './options.ts';
import { ApiError, type Failure, type RateLimit, type Success, UnexpectedResponseError } from './result.ts';

export type AnyResult = Success<number, unknown> | Failure<string | undefined>;

/** Reads a response as the operation's result. */
export async function readResult(
  { service }: Connection,
  operation: Operation,
  response: Response,
): Promise<AnyResult> {
  const isContent = operation.content === true && operation.ok.includes(response.status);
  const body = isContent ? await response.blob() : await readBody(operation, response);
  const received = { headers: response.headers, ...readRateLimit(response.headers) };
  const { status } = response;
  if (operation.ok.includes(status)) {
    if (body === undefined && !operation.empty.includes(status))
      throw new UnexpectedResponseError(operation.name, status, body);
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
  const code = codes.find((known) => known === shown) ?? (service.code === undefined ? only(codes) : undefined);
  if (code === undefined && !codes.includes(undefined)) throw new UnexpectedResponseError(operation.name, status, body);
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

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** Reads JSON, or undefined without a body. Anything else is not of the service, such as the page of a proxy. */
async function readBody({ name }: Operation, response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    if (/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return parseJson(text);
  } catch {
    // The body is not the JSON that its header says.
  }
  throw new UnexpectedResponseError(name, response.status, text);
}

/** Parses JSON. Throws for any other text, and for a number that JavaScript cannot hold. */
export function parseJson(text: string): unknown {
  // Only a number of many digits or with a long exponent can be beyond them: `JSON.parse` makes it infinite.
  if (!/\d{200}|[eE]\+?\d{3}/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_, value: unknown) => {
    if (value === Infinity || value === -Infinity) throw new SyntaxError('A number of the JSON is too large.');
    return value;
  }) as unknown;
}

/** Finds a value in a body by its path; undefined if there is none. */
export function find(body: unknown, path: readonly (string | number)[] | undefined): unknown {
  return path?.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string | number, unknown>>)[name]
        : undefined,
    body,
  );
}

function readRateLimit(headers: Headers): { readonly rateLimit?: RateLimit } {
  const [, name, remaining, reset] =
    /^"([^"]*)";r=(\d{1,15})(?:;t=(\d{1,15}))?(?!\d)/.exec(headers.get('ratelimit') ?? '') ?? [];
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
  return left === null || !/^\d{1,15}$/.test(left) ? {} : { rateLimit: { remaining: Number(left) } };
}
