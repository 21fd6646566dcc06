import { listChangeNames } from '../../../plan/change-names.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { WireError } from '../../wire/errors.ts';
import { describeCondition } from '../../wire/errors.ts';
import { isTitle, summarize } from '../../wire/words.ts';
import { formatCount } from '../../words.ts';
import { renderLine, renderLink, renderRefusal, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';
import { renderInline, renderProse } from '../markdown.ts';
import { renderWho } from '../parts/transitions.ts';
import { renderInput } from './parameters.ts';
import { renderResponses } from './responses.ts';
import { renderSamples } from './samples.ts';
import { renderSteps } from './steps.ts';

/** Writes an operation: what is sent, what comes back, when it is refused, and what happens in between. */
export function renderOperation(context: Context, operation: OperationPlan): Html {
  const { name, method, meaning, line, description, disabled } = operation;
  return html`<section class="op pair" id="${toAnchor('endpoints', name)}" data-s="operation" data-op="${name}"><div class="text">
<h3>${summarize(operation)} ${renderLine(line)}</h3>
<p class="ep"><span class="m ${method}">${method}</span> <code>${renderPath(context, operation)}</code> <code class="id au">${name}</code></p>
${meaning !== undefined && !isTitle(meaning) && html`<p class="lead">${renderInline(meaning)}</p>`}${renderProse(description)}
${disabled === true && html`<p class="gap">Request or Response is not shown: the service responds with 501.</p>`}
<dl class="brief"><div><dt>Access</dt><dd>${renderWho(context, operation.access)}</dd></div>${renderLimits(context, operation)}${renderEvents(context, operation)}</dl>
${renderInput(context, operation)}
${renderResponses(context, operation)}
${renderRefusals(context, operation)}
${renderSteps(context, operation)}
</div><div class="side">${renderSamples(context, operation)}</div></section>
`;
}

function renderPath({ plan }: Context, { path }: OperationPlan): Html {
  return html`${plan.base.prefix}${path.split(/(\{[^}]*\})/).map((piece, at) => (at % 2 === 1 ? html`<var>${piece}</var>` : piece))}`;
}

function renderLimits({ plan }: Context, { limits, bodySize, timeout }: OperationPlan): Content {
  const counted = plan.limits.filter(({ name }) => limits.includes(name)).map(({ name }) => renderLink('limits', name));
  const bounds = [bodySize, timeout].flatMap((bound) =>
    bound === undefined ? [] : [html`${bound.words.replace(/ \([^()]*\)$/, '')}${renderLine(bound.line)}`],
  );
  const all = [...counted, ...bounds];
  return all.length > 0 && html`<div><dt>Limits</dt><dd>${joinHtml(all, ', ')}</dd></div>`;
}

function renderEvents({ plan }: Context, operation: OperationPlan): Content {
  const names = listChangeNames(operation);
  const events = plan.events.flatMap((event) =>
    event.when
      .filter((when) => names.includes(when.operation))
      .map(({ to, condition, operation: name }) => ({ event, to, condition, isNew: name !== names[0] })),
  );
  const all = events.map(
    ({ event, to, condition, isNew }) =>
      html`${renderLink('events', event.name)}${isNew && ' when the record is new'}${isNew && to !== undefined && ' and'}${to !== undefined && html`${!isNew && ' when it'} ends in <code>${to}</code>`}${condition !== undefined && html` if <code>${condition.source}</code>`}`,
  );
  return all.length > 0 && html`<div><dt>Events</dt><dd>${joinHtml(all, ', ')}</dd></div>`;
}

/** Writes the errors of the operation: its own one by one, then those of all such requests. */
function renderRefusals(context: Context, operation: OperationPlan): Html {
  const refusals = context.refusals.get(operation) ?? [];
  const common = context.common.get(operation);
  const own = refusals.filter((refusal) => common?.hasRefusal(refusal) !== true);
  const others = refusals.length - own.length;
  return html`<h4>Errors</h4>
${own.length > 0 && html`<ul class="ref">${own.map((refusal) => renderReason(context, operation, refusal))}</ul>`}
${common !== undefined && html`<p class="common">${own.length > 0 && others > 0 ? 'Also the' : 'The'} <a href="#${common.id}">${others > 0 && `${formatCount(others, 'error')}, `}steps and headers of ${common.of}</a></p>`}`;
}

/** Writes an error with its cause, and its lines in the document. */
function renderReason({ plan }: Context, operation: OperationPlan, refusal: WireError): Html {
  const { code, conditions, steps } = refusal;
  const isSent = steps.length > 0 && steps.every(({ step }) => step === 'endpoints/answer');
  const words = isSent ? 'the response is this error' : conditions.map((name) => describeCondition(name)).join('; ');
  const lines = [...new Set(steps.flatMap(({ line }) => line ?? []))].slice(0, 4);
  const guards = conditions.includes('guard fails') ? listGuards(plan.resources, operation) : [];
  return html`<li>${renderRefusal(refusal)}<div><p>${renderInline(code?.message ?? words)}</p><p class="why">${code?.message !== undefined && words}${
    guards.length > 0 && html`: ${joinHtml(guards, ' or ')}`
  } ${lines.map((line) => html`${renderLine(line)} `)}</p></div>`;
}

function listGuards(resources: readonly ResourcePlan[], { resource, verb }: OperationPlan): readonly Html[] {
  const machines = resources.filter(({ name }) => name === resource).flatMap((owner) => owner.machines);
  const rows = machines.flatMap(({ transitions }) => transitions.filter(({ name }) => name === verb));
  return rows.flatMap(({ guard }) =>
    guard === undefined || guard === 'disabled' ? [] : [html`<code>${guard.source ?? ''}</code>`],
  );
}
