import type { OperationPlan, StepPlan } from '../../../plan/operation.ts';
import { resolvePhase } from '../../../plan/order.ts';
import type { WireError } from '../../wire/errors.ts';
import { formatCount } from '../../words.ts';
import { renderLine, renderRefusal, renderWords } from '../anchors.ts';
import type { Common, Context } from '../context.ts';
import { type Content, type Html, html } from '../html.ts';

const phases = {
  before: 'Before the transaction',
  inside: 'In one transaction',
  after: 'After the transaction',
} as const;

/** Writes what an operation does, step by step, with the refusals and the line of each; what all requests have is one link. */
export function renderSteps(context: Context, operation: OperationPlan): Html {
  const refusals = context.refusals.get(operation) ?? [];
  const common = context.common.get(operation);
  const groups = Map.groupBy(operation.steps, ({ step }) => resolvePhase(step));
  return html`<details class="steps au" open><summary><h4>Processing steps</h4></summary>${[...groups].map(
    ([phase, steps]) => html`<h5>${phases[phase]}</h5><ol>${renderRuns(steps, refusals, common)}</ol>`,
  )}</details>`;
}

function renderRuns(
  steps: readonly StepPlan[],
  refusals: readonly WireError[],
  common: Common | undefined,
): readonly Content[] {
  const written: Content[] = [];
  let run = 0;
  const endRun = (): void => {
    if (run > 0 && common !== undefined) written.push(renderRun(run, common));
    run = 0;
  };
  for (const step of steps) {
    if (common?.hasStep(step) === true) {
      run += 1;
      continue;
    }
    endRun();
    written.push(renderStep(step, refusals));
  }
  endRun();
  return written;
}

function renderRun(count: number, { id, of }: Common): Html {
  return html`<li class="c"><a href="#${id}">${formatCount(count, 'step')} of ${of}</a>`;
}

/** Writes one step. */
function renderStep(step: StepPlan, refusals: readonly WireError[]): Html {
  const keys = new Set((step.refusals ?? []).map(({ code, condition }) => code ?? condition));
  const marks = refusals.filter(({ key }) => keys.has(key)).map((refusal) => html` ${renderRefusal(refusal)}`);
  return html`<li>${renderWords(step.words)}${marks} ${renderLine(step.line)}`;
}

/** Writes what all requests with a body, or without one, have in common. */
export function renderCommon({ id, title, steps, refusals }: Common, headers: Content): Html {
  return html`<section class="kind" id="${id}" data-s="requests"><h3>${title}</h3>
<div class="pair"><div class="text"><h4>Steps</h4><div class="steps"><ol>${steps.map((step) => renderStep(step, refusals))}</ol></div></div>
<div class="side"><h4>Errors</h4><p class="common">${refusals.map((refusal) => html`${renderRefusal(refusal)} `)}</p><h4>Response headers</h4>${headers}</div></div></section>
`;
}
