import { create, findTarget } from './dom.ts';
import { isEventStream, showStream } from './stream.ts';

/** Shows a response: the status, the code with its entry, the line of the document that states it, and the body. A stream is shown live. */
export async function describeResponse(response: Response): Promise<Node[]> {
  const isStream = isEventStream(response);
  const text = isStream ? '' : await response.text();
  const parsed = parse(text);
  const isError = response.status >= 400 && isObject(parsed);
  const code = isError && typeof parsed.code === 'string' ? parsed.code : undefined;
  const kind = response.status < 400 ? 's2' : response.status < 500 ? 's4' : 's5';
  const head = create(
    'p',
    {},
    create('span', { class: `r ${kind}` }, create('b', {}, String(response.status)), ` ${code ?? response.statusText}`),
  );
  if (code !== undefined && findTarget(`#errors-${encodeURIComponent(code)}`) !== null)
    head.append(' ', create('a', { href: `#errors-${encodeURIComponent(code)}` }, 'documentation'));
  const line = /:(\d+)$/.exec(response.headers.get('Nonet-Explain') ?? '')?.[1];
  if (line !== undefined) head.append(' caused by ', create('a', { class: 'l', href: `#line-${line}` }, line));
  if (isStream) return [head, ...showStream(response)];
  const heads = ['Location', 'ETag', 'Retry-After', 'RateLimit', 'Idempotency-Replayed'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const shown = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
  return [head, create('pre', { tabindex: '0' }, [...heads, ...(heads.length > 0 ? [''] : []), shown].join('\n'))];
}

/** Returns the value of JSON; undefined for any other text. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
