import type { AnyOptions, Connection, Operation, Sent } from './options.ts';
import { buildUrl, call, send } from './request.ts';
import { type AnyResult, find, readResult } from './response.ts';
import { type Failure, UnexpectedResponseError } from './result.ts';

/**
 * A list: `await` it for its first page, or read all of its records with `for await`, which requests the next page when it needs
 * it and throws `ApiError` when the service rejects one, and `UnexpectedResponseError` when the next page is one that was read before.
 */
export interface Pages<Page, Item, Code extends string | undefined> extends PromiseLike<Page | Failure<Code>> {
  [Symbol.asyncIterator](): AsyncIterator<Item, void, undefined>;
  /** Reads the list page by page. */
  pages(): AsyncIterable<Page>;
}

/** Reads a list; `items` is where a page holds its records. */
export function readPages(
  connection: Connection,
  operation: Operation,
  items: readonly string[],
  sent: Sent,
  options: AnyOptions = {},
): Pages<AnyResult, unknown, string | undefined> {
  async function* pages(): AsyncGenerator<AnyResult & { readonly ok: true }, void, undefined> {
    let url: URL | undefined = buildUrl(connection, operation, sent);
    // Brent's algorithm finds each cycle with one address kept, which it replaces after 1, 2, 4, … pages.
    let kept = url.search;
    let steps = 1;
    let left = steps;
    while (url !== undefined) {
      const response = await send(connection, operation, url, sent, options);
      const page = await readResult(connection, operation, response);
      if (!page.ok) throw page.error;
      yield page;
      const next = findNextUrl(url, response.headers);
      if (next === null || next?.search === kept)
        throw new UnexpectedResponseError(operation.name, page.status, page.data);
      url = next;
      left -= 1;
      if (left > 0 || url === undefined) continue;
      steps *= 2;
      left = steps;
      kept = url.search;
    }
  }
  let first: Promise<AnyResult> | undefined;
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) {
        const found = find(page.data, items);
        if (!Array.isArray(found)) throw new UnexpectedResponseError(operation.name, page.status, page.data);
        yield* found;
      }
    },
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
    then(fulfilled, rejected) {
      first ??= call(connection, operation, sent, options);
      return first.then(fulfilled, rejected);
    },
  };
}

/** Returns the address of the next page (RFC 8288), null if it is not one; the origin stays the one that the client was created with. */
function findNextUrl(url: URL, headers: Headers): URL | null | undefined {
  const link = /<([^<>]*)>\s*;[^,<]*\brel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  if (link === undefined) return undefined;
  const next = new URL(url);
  try {
    next.search = new URL(link, url).search;
  } catch {
    return null;
  }
  return next;
}
