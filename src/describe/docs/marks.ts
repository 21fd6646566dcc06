import type { CodePlan } from '../../plan/errors-events-limits.ts';
import type { WireError } from '../wire/errors.ts';
import { toAnchor, toFragment } from './anchors.ts';
import { type Html, html } from './html.ts';

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
