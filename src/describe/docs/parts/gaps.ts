import type { GapPlan } from '../../../plan/plan.ts';
import { describeCondition } from '../../wire/errors.ts';
import { formatCount } from '../../words.ts';
import { renderLine } from '../anchors.ts';
import { type Html, html } from '../html.ts';
import { aspects } from './aspects.ts';

/** The content of an aspect, or the case in which an error response has no code. */
function describeGap(part: string, what: string): string {
  const said = aspects[part]?.[what];
  if (said !== undefined || part !== 'errors') return said ?? '';
  return `no code for this case: ${describeCondition(what.replace(/ on .*$/, ''))}`;
}

/** Writes what a part of the document leaves open, and what it would say: nothing is put in its place. */
export function renderGaps(gaps: readonly GapPlan[]): Html {
  if (gaps.length === 0) return html``;
  return html`<details class="gaps"><summary><b>${formatCount(gaps.length, 'gap')}</b> ${gaps.map(({ what }) => what).join(', ')}</summary><ul>${gaps.map(
    ({ part, what, status, line }) =>
      html`<li><b>${what}</b> <span>${describeGap(part, what)}</span> <small>${status === 'missing' ? 'not mentioned' : 'not shown'}</small> ${renderLine(line)}</li>`,
  )}</ul></details>`;
}
