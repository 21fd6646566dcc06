import type { CodePlan } from '../../plan/errors-events-limits.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { WireError } from '../wire/errors.ts';
import { summarize } from '../wire/words.ts';
import { type Content, type Html, html, joinHtml } from './html.ts';

/** The parts of the page, each with the anchor of its heading. */
type Anchored = 'resources' | 'states' | 'endpoints' | 'authentication' | 'events' | 'errors' | 'limits' | 'versioning';

/** Returns the id of what a part of the page describes: `errors-not_found`, `endpoints-pay-Invoice`. */
export function toAnchor(part: Anchored, name: string): string {
  return `${part}-${name.replace(/\s+/g, '-')}`;
}

/** Returns the address of an id inside the page. */
export function toFragment(id: string): string {
  return `#${encodeURIComponent(id)}`;
}

/** Writes a link to what a part of the page describes. */
export function renderLink(part: Anchored, name: string, content: Content = name): Html {
  return html`<a href="${toFragment(toAnchor(part, name))}">${content}</a>`;
}

/** Writes a link to an operation, in words. */
export function renderOperationLink(operation: OperationPlan): Html {
  return renderLink('endpoints', operation.name, summarize(operation));
}

/** Writes links to the operations of these names, in words. */
export function renderOperationLinks({ operations }: Pick<Plan, 'operations'>, names: readonly string[]): Html {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const links = names.map((name) => {
    const operation = byName.get(name);
    return operation === undefined ? html`${name}` : renderOperationLink(operation);
  });
  return joinHtml(links, ', ');
}

/** Writes the link to a line of the document. */
export function renderLine(line: number | undefined): Html {
  return line === undefined ? html`` : html`<a class="l" href="#line-${line}">${line}</a>`;
}

/** Writes a refusal as a mark of its status and code, which leads to its entry. */
export function renderRefusal({ key, code, status }: Pick<WireError, 'key' | 'code' | 'status'>): Html {
  const kind = status < 500 ? 's4' : 's5';
  return code === undefined
    ? html`<span class="r ${kind} gap" title="Errors has no row for it: no code"><b>${status}</b> ${key}</span>`
    : html`<a class="r ${kind}" href="${toFragment(toAnchor('errors', key))}"><b>${status}</b> ${key}</a>`;
}

/** Writes a code as a mark. */
export function renderCode(code: CodePlan): Html {
  return renderRefusal({ key: code.code, code, status: code.status });
}

/** Writes words with code between backticks. */
export function renderWords(words: string): Html {
  return html`${words.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
