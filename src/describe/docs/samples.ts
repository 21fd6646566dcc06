import type { OperationPlan } from '../../plan/operation.ts';
import type { Exchange } from '../examples/exchange.ts';
import type { Context } from './context.ts';
import { type Html, html } from './html.ts';

import { formatCurl, formatFetch, formatPython, type Sample } from './languages.ts';
import { sketchAnswer, sketchInput } from './shapes.ts';

/** Writes the code samples of an operation, and its responses: from examples, else sketched from its shapes. */
export function renderSamples({ input, plan }: Context, operation: OperationPlan): Html {
  const exchanges = input.examples?.[operation.name] ?? [];
  const [success] = exchanges;
  const sample = success === undefined ? sketchRequest(plan, operation) : toSample(success);
  const codes = [
    ['curl', formatCurl(sample)],
    ['TypeScript', formatFetch(sample)],
    ['Python', formatPython(sample)],
  ] as const;
  const request = renderPanel(
    'Request',
    codes.map(([name, text]) => ({ name, text, language: name })),
    'lang',
  );
  const responses = exchanges.length > 0 ? exchanges.map(describeExchange) : sketchResponses(operation);
  return html`${request}${responses.length > 0 && renderPanel(exchanges.length > 0 ? 'Response' : 'Shape of the response', responses)}`;
}

/** One of the texts that a panel shows. */
export interface PanelText {
  readonly name: string;
  readonly text: string;
  readonly language?: string;
}

/** Writes texts in a panel of code, one tab each. */
export function renderPanel(title: string, texts: readonly PanelText[], group = ''): Html {
  return html`<div class="panel"${group !== '' && html` data-g="${group}"`}><p class="pt">${title}</p>${texts.map(
    ({ name, text }) =>
      html`<div class="fig"><p class="cap">${name}</p><pre tabindex="0"><code>${text}</code></pre></div>`,
  )}</div>`;
}

function toSample({ request: { method, path, headers, body } }: Exchange): Sample {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(authorization|host|content-type|content-length)$/i.test(name),
  );
  const authorized = Object.keys(headers).some((name) => /^authorization$/i.test(name));
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2);
  return { method, path, authorized, headers: kept, ...(text === undefined ? {} : { body: text }) };
}

function sketchRequest(plan: Context['plan'], operation: OperationPlan): Sample {
  const { method, path, input, access } = operation;
  const authorized =
    !access.open && access.grants.every(({ kind }) => kind !== 'public') && plan.authentication.schemes.length > 0;
  return {
    method,
    path: `${plan.base.prefix}${path}`,
    authorized,
    headers: [],
    ...(input === undefined ? {} : { body: sketchInput(input) }),
  };
}

function describeExchange({ title, request, response, code }: Exchange): PanelText {
  const sent =
    code === undefined || request.body === undefined
      ? ''
      : `${request.method} ${request.path}\n${JSON.stringify(request.body, null, 2)}\n\n`;
  const body =
    response.body === undefined
      ? ''
      : typeof response.body === 'string'
        ? response.body
        : JSON.stringify(response.body, null, 2);
  return {
    name: code === undefined ? `${response.status} ${title}` : `${response.status} ${code}`,
    text: `${sent}HTTP ${response.status}\n${body}`,
  };
}

function sketchResponses({ responses }: OperationPlan): readonly PanelText[] {
  return responses.flatMap(({ status, shape }) =>
    shape === undefined ? [] : [{ name: String(status), text: sketchAnswer(shape) }],
  );
}
