import { own } from '../../../text/own-property.ts';
import { renderLine, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { isLarge, renderDiagram } from '../diagram/diagram.ts';
import { toDiagramKey } from '../diagram/layout.ts';
import { type Html, html } from '../html.ts';
import { renderInline, renderProse } from '../markdown.ts';
import { type Machine, renderState, toStateId } from './machine.ts';
import { renderTransitions, renderTransitionTable } from './transitions.ts';

/** Writes a state machine: its diagram, its transitions, its states, and which fields may change in which state. */
export function renderMachine(context: Context, machine: Machine): Html {
  const { resource, plan, title } = machine;
  const diagram = context.input.diagrams?.[toDiagramKey(resource.name, plan)];
  return html`<section class="machine" id="${toAnchor('states', title)}" data-s="states">
<h3>${title} ${renderLine(plan.line)}</h3>
${renderProse(plan.description)}
<div class="figure${diagram === undefined ? ' bare' : isLarge(diagram) && ' large'}">${diagram !== undefined && renderDiagram(machine, diagram)}
<div class="cards">${renderTransitions(context, machine)}</div></div>
${plan.field !== undefined && renderStates(machine)}
${plan.field !== undefined && renderTransitionTable(context, machine)}
${plan.matrix.length > 0 && renderMatrix(machine)}
</section>`;
}

const kinds = {
  initial: 'the state of new records',
  final: 'no transition leaves it',
  gone: 'the record is deleted',
} as const;

function renderStates(machine: Machine): Html {
  const { plan } = machine;
  return html`<div class="scroll"><table><caption>States</caption><thead><tr><th>State<th>Kind<th>Meaning<th class="n">Line</tr></thead><tbody>
${plan.states.map(
  ({ name, kind, meaning, line }) =>
    html`<tr id="${toStateId(machine, name)}" data-s="state"><td>${renderState(machine, name)}<td>${kind !== undefined && html`<span title="${kinds[kind]}">${kind}</span>`}<td>${renderInline(meaning)}<td>${renderLine(line)}</tr>`,
)}</tbody></table></div>`;
}

const cells = {
  fixed: { sign: '—', words: 'cannot change' },
  required: { sign: '!', words: 'must be present' },
  absent: { sign: '∅', words: 'must be absent' },
  editable: { sign: '✎', words: 'can change' },
} as const;

/** Writes which fields may change in which state. */
function renderMatrix({ plan }: Machine): Html {
  const used = new Set(plan.matrix.flatMap((row) => plan.states.map(({ name }) => own(row.cells, name) ?? 'editable')));
  return html`<div class="scroll"><table class="matrix"><caption>Fields by state</caption>
<thead><tr><th>Field${plan.states.map(({ name }) => html`<th>${name}`)}<th class="n">Line</tr></thead><tbody>
${plan.matrix.map(
  (row) =>
    html`<tr><th scope="row"><code>${row.field}</code>${plan.states.map(({ name }) => {
      const cell = own(row.cells, name) ?? 'editable';
      return html`<td class="${cell}">${cell}`;
    })}<td>${renderLine(row.line)}</tr>`,
)}</tbody></table></div>
<p class="legend">${[...used].map((cell) => html`<span class="${cell}"><b>${cell}</b> ${cells[cell].words}</span> `)}</p>`;
}
