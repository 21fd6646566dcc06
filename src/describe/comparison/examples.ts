import { own } from '../../text/own-property.ts';
import { type Html, html } from '../docs/html.ts';
import type { Examples, Exchange } from '../examples/exchange.ts';

/** The examples of both documents. */
export interface ComparedExamples {
  readonly old: Examples;
  readonly now: Examples;
}

/** Writes the example of the operation that a change is about; undefined if it was written before, or there is nothing to show. */
export type ExampleWriter = (where: string) => Html | undefined;

/** Creates what writes requests to the older and the newer document side by side, those of each operation once. */
export function createExampleWriter(played: ComparedExamples | undefined): ExampleWriter {
  const written = new Set<string>();
  return (where) => {
    const name = played && chooseOperation(where, played);
    if (played === undefined || name === undefined || written.has(name)) return undefined;
    written.add(name);
    const [before, after] = [formatSuccess(played.old, name), formatSuccess(played.now, name)];
    if (before === after) return undefined;
    return html`<details><summary>Example: ${name}</summary><div class="sides">${renderSide('old', before)}${renderSide('new', after)}</div></details>`;
  };
}

function renderSide(side: string, text: string | undefined): Html {
  return text === undefined
    ? html`<div class="side none">no successful request</div>`
    : html`<div class="side ${side}"><pre>${text}</pre></div>`;
}

/** Returns the operation that a change names, or else one that shows the resource whose field it names. */
function chooseOperation(where: string, { old, now }: ComparedExamples): string | undefined {
  const isPlayed = (name: string): boolean => own(old, name) !== undefined || own(now, name) !== undefined;
  if (isPlayed(where)) return where;
  const resource = where.match(/^[A-Z]\w*/)?.[0];
  if (resource === undefined) return undefined;
  return ['create', 'read', 'update', 'list'].map((verb) => `${verb} ${resource}`).find(isPlayed);
}

function formatSuccess(examples: Examples, name: string): string | undefined {
  const success = own(examples, name)?.find(({ response }) => response.status < 400);
  return success && formatExchange(success);
}

/** Headers that differ at each request, or that each request has. */
const usual = new Set([
  'content-type',
  'content-length',
  'date',
  'authorization',
  'accept',
  'connection',
  'keep-alive',
]);

function formatExchange({ request, response }: Exchange): string {
  const lines = [`${request.method} ${request.path}`, ...formatHeaders(request.headers), ...formatBody(request.body)];
  return [...lines, '', String(response.status), ...formatHeaders(response.headers), ...formatBody(response.body)].join(
    '\n',
  );
}

function formatHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    usual.has(name.toLowerCase()) ? [] : [`${name}: ${value}`],
  );
}

function formatBody(body: unknown): readonly string[] {
  if (body === undefined) return [];
  return [typeof body === 'string' ? body : JSON.stringify(body, null, 2)];
}
