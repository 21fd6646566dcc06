import type { TransitionPlan } from '../../../plan/resource.ts';
import { formatTime } from '../../words.ts';
import { renderCode, renderLine, renderLink, renderRefusal, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { type Machine, renderState, toTransitionName } from './machine.ts';
import { renderRule } from './rules.ts';

/** Writes a card for each transition: guards, effects, refusals, events, and who may. */
export function renderTransitions(context: Context, machine: Machine): Html {
  const groups = Map.groupBy(machine.plan.transitions, ({ name }) => name);
  return html`${[...groups].map(([name, rows]) => renderCard(context, machine, name, rows))}`;
}

function renderCard(context: Context, machine: Machine, name: string, rows: readonly TransitionPlan[]): Html {
  const { resource } = machine;
  const operation = context.plan.operations.find((each) => each.name === `${name} ${resource.name}`);
  const refused = rows.flatMap(({ error }) => error ?? []).map((code) => context.codes.get(code));
  const events = context.plan.events.flatMap((event) =>
    event.when.filter((when) => when.operation === `${name} ${resource.name}`).map((when) => ({ event, when })),
  );
  const wrong =
    operation &&
    (context.refusals.get(operation) ?? []).filter(({ steps }) => steps.some(({ step }) => step === 'states/from'));
  return html`<article class="card" id="${toAnchor('states', toTransitionName(machine, name))}" data-s="transition" tabindex="-1">
<h4>${name}</h4>${operation && html`<p class="by"><span class="m ${operation.method}">${operation.method}</span> ${renderLink('endpoints', operation.name, html`<code>${operation.path}</code>`)}</p>`}
${rows.map((row) => renderRow(machine, row))}
<dl>${refused.length > 0 && html`<div><dt>Error</dt><dd>${refused.map((code) => code && html`${renderCode(code)} ${renderInline(code.message)}`)}</dd></div>`}
${wrong !== undefined && wrong.length > 0 && html`<div><dt>From other states</dt><dd>${wrong.map(renderRefusal)}</dd></div>`}
${
  events.length > 0 &&
  html`<div><dt>Events</dt><dd>${joinHtml(
    events.map(
      ({ event, when }) =>
        html`${renderLink('events', event.name)}${when.to !== undefined && html` to ${when.to}`}${when.condition !== undefined && html` if <code>${when.condition.source}</code>`}`,
    ),
    ', ',
  )}</dd></div>`
}
${operation && html`<div><dt>Access</dt><dd>${renderWho(context, operation.access)}</dd></div>`}</dl></article>
`;
}

/** Writes who may call an operation. */
export function renderWho({ plan }: Context, { open, grants }: Context['plan']['operations'][number]['access']): Html {
  if (open) return html`<span class="gap">everyone: the document does not state scopes</span>`;
  if (grants.length === 0) return html`no one: no scope allows it`;
  const named = new Set((plan.authentication.scopeRows ?? []).map(({ name }) => name));
  const all = grants.map(({ scope, where, words, line }) => {
    const name = named.has(scope)
      ? renderLink('authentication', scope, html`<code>${scope}</code>`)
      : html`<code>${scope}</code>`;
    const rule =
      where === 'disabled'
        ? html`: <span class="gap">where: not shown, so no records</span>`
        : words !== undefined && html`: ${renderRule(words)}<span class="au">, where <code>${words}</code></span>`;
    return html`<li>${name}${rule} ${renderLine(line)}</li>`;
  });
  return html`<ul class="who">${all}</ul>`;
}

function renderRow(machine: Machine, row: TransitionPlan): Html {
  return html`<div class="row">
${
  machine.plan.field !== undefined &&
  html`<p>${joinHtml(
    row.from.map((name) => renderState(machine, name)),
    ' ',
  )} <span class="to">→</span> ${renderTarget(machine, row)} ${renderLine(row.line)}</p>`
}
${row.meaning !== undefined && html`<p>${renderInline(row.meaning)}</p>`}<dl>
${row.trigger !== undefined && html`<div><dt>Trigger</dt><dd>${renderTrigger(row)}</dd></div>`}
${row.guard !== undefined && html`<div><dt>Guard</dt><dd>${renderGuard(row)}</dd></div>`}
${(row.effects.length > 0 || row.others !== undefined) && html`<div><dt>Effect</dt><dd>${renderEffects(row)}</dd></div>`}</dl></div>`;
}

function renderTarget(machine: Machine, { name, to, from }: TransitionPlan): Html {
  if (to.kind === 'state') return renderState(machine, to.state);
  if (to.kind === 'same') return html`<span class="state same">${from.length === 1 ? from[0]! : 'the same'}</span>`;
  if (name === 'delete') return html`<span class="state gone">deleted</span>`;
  if (from.length === 0) return renderInitial(machine);
  return html`<span class="state same">${from.length === 1 ? from[0]! : 'the same'}</span>`;
}

function renderInitial(machine: Machine): Html {
  const initial = machine.plan.states.filter(({ kind }) => kind === 'initial');
  return joinHtml(
    initial.map(({ name }) => renderState(machine, name)),
    ' ',
  );
}

function renderTrigger({ trigger }: TransitionPlan): Html {
  if (trigger === undefined) return html``;
  if (trigger.kind === 'handler') return html`the service’s code`;
  return trigger.kind === 'after'
    ? html`timer: after ${formatTime(trigger.milliseconds)}`
    : html`timer: at <code>${trigger.field}</code>`;
}

function renderGuard({ guard }: TransitionPlan): Html {
  if (guard === 'disabled') return html`<span class="gap">not shown: the transition never applies</span>`;
  return html`<code>${guard?.source ?? ''}</code>`;
}

function renderEffects({ effects, others = [] }: TransitionPlan): Html {
  return joinHtml(
    [
      ...effects.map(
        ({ path, value, ifPresent }) =>
          html`<code>${path.join('.')} ${ifPresent === true ? '?=' : '='} ${value.source ?? ''}</code>`,
      ),
      ...others.map(({ words }) => html`<code>${words}</code>`),
    ],
    html`<br>`,
  );
}

/** Writes the transitions as the table of the document has them. */
export function renderTransitionTable({ codes }: Context, machine: Machine): Html {
  const { transitions } = machine.plan;
  if (transitions.length === 0) return html``;
  return html`<div class="scroll"><table><caption>Transitions</caption><thead><tr><th>From<th>Transition<th>To<th>Guard<th>Effect<th>Error<th class="n">Line</tr></thead><tbody>
${transitions.map((row) => {
  const code = codes.get(row.error ?? '');
  return html`<tr><td>${joinHtml(
    row.from.map((name) => renderState(machine, name)),
    ' ',
  )}<td>${renderLink('states', toTransitionName(machine, row.name), row.name)}<td>${renderTarget(machine, row)}<td>${row.guard !== undefined && renderGuard(row)}<td>${row.trigger !== undefined && html`${renderTrigger(row)} `}${renderEffects(row)}<td>${code && renderCode(code)}<td>${renderLine(row.line)}</tr>`;
})}</tbody></table></div>`;
}
