import type { PassedRequest, PassedResponse } from '../../../src/contracts/browser-service.ts';
import { create } from '../../../src/describe/docs/page/dom.ts';
import { parse } from '../../../src/describe/docs/page/response.ts';
import { createLineLink, type GoToLine } from './lines.ts';

/** Shows a response: its status, the line that caused an error, its headers and its body. */
export function describeResponse(
  { method, path }: PassedRequest,
  { status, statusText, headers, body }: PassedResponse,
  goToLine: GoToLine,
): readonly Node[] {
  const parsed = parse(body);
  const code = findText(parsed, 'code');
  const kind = status < 400 ? 's2' : status < 500 ? 's4' : 's5';
  const head = create(
    'p',
    { class: 'head' },
    create(
      'span',
      { class: `r ${kind}` },
      create('b', {}, String(status)),
      ` ${(status < 400 ? undefined : code) ?? statusText}`,
    ),
    ' ',
    create('small', {}, `${method} ${path}`),
  );
  const explained = headers.find(([name]) => name.toLowerCase() === 'nonet-explain')?.[1];
  const line = /:(\d+)$/.exec(explained ?? '')?.[1];
  const because = line === undefined ? [] : [create('p', {}, 'Rejected by ', createLineLink(Number(line), goToLine))];
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const shown = parsed === undefined ? body : JSON.stringify(parsed, null, 2);
  return [
    head,
    ...because,
    create('pre', { tabindex: '0', 'aria-label': 'Body of the response' }, shown === '' ? 'no body' : shown),
    create(
      'details',
      {},
      create('summary', {}, `${headers.length} headers`),
      create('pre', { tabindex: '0', 'aria-label': 'Headers of the response' }, lines),
    ),
  ];
}

function findText(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : undefined;
}
