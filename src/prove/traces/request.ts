import { isObject } from '../../plan/fields/is-object.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { memo } from '../../text/memo.ts';
import type { Exchanged } from '../world/exchanged.ts';
import type { Recorded } from './recorded.ts';

/** The name that recorded credentials have in reproductions: `$KEY_RECORDED`. */
const caller = 'recorded';

/** Headers that say what is asked for; all others stay out of reproductions, because they may hold secrets. */
const plain = ['accept', 'content-type', 'if-match', 'if-none-match', 'prefer', 'idempotency-key'];

const listHeaders = memo(({ authentication, versioning, operations }: WholePlan) => {
  const placed = versioning.placements.flatMap(({ in: place, name }) => (place === 'header' && name ? [name] : []));
  const schemes = authentication.schemes.flatMap(({ sentIn }) =>
    sentIn.flatMap((place) => (place.in === 'header' ? [place.name] : place.in === 'cookie' ? ['cookie'] : [])),
  );
  const parameters = operations.flatMap((operation) =>
    operation.parameters.flatMap(({ in: place, name }) => (place === 'header' ? [name] : [])),
  );
  return new Set([...plain, ...[...placed, ...schemes, ...parameters].map((name) => name.toLowerCase())]);
});

/** The names of fields that no response shows: passwords, for example. */
const listHidden = memo(
  ({ resources, objects }: WholePlan) =>
    new Set(
      [...resources.flatMap(({ fields }) => fields), ...objects.flatMap(({ members }) => members)].flatMap(
        ({ name, direction }) => (direction === 'write-only' ? [name] : []),
      ),
    ),
);

/** A recorded request as checks see it. */
export function toExchanged(plan: WholePlan, recorded: Recorded, number: number): Exchanged {
  const { method, url, status, requestHeaders, requestBody, responseHeaders, responseBody } = recorded;
  const known = listHeaders(plan);
  const sent = toLowerCase(requestHeaders).filter(([name]) => known.has(name));
  const headers = Object.fromEntries(toLowerCase(responseHeaders ?? {}));
  const isJson = responseHeaders === undefined || (headers['content-type'] ?? '').includes('json');
  const body = isJson && responseBody !== undefined ? parse(responseBody) : undefined;
  return {
    ...{ number, caller },
    request: {
      ...{ method: method.toUpperCase(), path: toPath(url), headers: Object.fromEntries(sent) },
      ...(requestBody === undefined ? {} : { text: hide(requestBody, listHidden(plan)) }),
    },
    response: { status, headers, text: responseBody ?? '', ...(body === undefined ? {} : { body }) },
  };
}

function toLowerCase(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
}

/** The path of a URL, with its query. */
function toPath(url: string): string {
  return url
    .replace(/^[a-z]+:\/\/[^/?#]*/i, '')
    .replace(/#.*$/, '')
    .replace(/^(?!\/)/, '/');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes the values of fields that no response shows out of a body; one that is not JSON is left out. */
function hide(text: string, names: ReadonlySet<string>): string {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, names.has(name) ? '…' : replace(inner)]),
    );
  };
  const body = text.length > 64 * 1024 ? undefined : parse(text);
  return body === undefined ? '…' : JSON.stringify(replace(body));
}
