import { toAnchor, toFragment } from '../anchors.ts';
import { type Html, html } from '../html.ts';
import { type Machine, toStateId, toTransitionName } from '../parts/machine.ts';
import type { Diagram, Drawing, DrawnEdge, DrawnNode, Point } from './layout.ts';

/** The room for a drawing next to the card of a transition, and in the whole column, in pixels. */
const beside = 600;
const whole = 1040;

/** Whether a diagram needs the whole column to be readable. */
export function isLarge({ wide }: Diagram): boolean {
  return wide.width > beside;
}

/** Draws the state diagram of a machine in its own size: once for wide screens and once for narrow ones, or upright for both. */
export function renderDiagram(machine: Machine, { wide, upright }: Diagram): Html {
  const isUpright = wide.width > whole && upright.width < wide.width;
  return html`<div class="dia">${!isUpright && renderDrawing(machine, wide, 'wide')}${renderDrawing(machine, upright, isUpright ? 'any' : 'tall')}</div>`;
}

function renderDrawing(machine: Machine, { width, height, nodes, edges }: Drawing, name: string): Html {
  return html`<svg class="${name}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="States of ${machine.title}">
${nodes.map((node) => renderNode(machine, node))}${edges.map((edge) => renderEdge(machine, edge))}</svg>`;
}

function renderNode(machine: Machine, { name, kind, center: [x, y], size: [width, height] }: DrawnNode): Html {
  if (kind === 'begin') return html`<circle class="begin" cx="${x}" cy="${y}" r="6"/>`;
  const [left, top] = [x - width / 2, y - height / 2];
  const state = machine.plan.states.find((each) => each.name === name);
  const look = kind === 'erased' ? 'gone' : (state?.kind ?? 'plain');
  const box = (inset: number): Html =>
    html`<rect x="${left + inset}" y="${top + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${9 - inset}"/>`;
  const text = html`<text x="${x}" y="${y + 5}">${kind === 'erased' ? 'deleted' : name}</text>`;
  const drawn = html`${box(0)}${look === 'final' && box(3.5)}${text}`;
  return kind === 'erased'
    ? html`<g class="n gone">${drawn}</g>`
    : html`<a class="n ${look}" href="${toFragment(toStateId(machine, name))}" data-state="${name}">${drawn}</a>`;
}

function renderEdge(machine: Machine, { transition, from, to, curve, tip, label, timed }: DrawnEdge): Html {
  const line = html`<path d="${formatCurve(curve)}"/><path class="tip" d="${formatTip(curve.at(-1)!, tip)}"/>`;
  if (transition === undefined) return html`<g class="e">${line}</g>`;
  const [x, y] = label ?? tip;
  const leads = from === to ? `stays ${from}` : `from ${from} to ${to.trim()}`;
  const wide = transition.length * 7 + 12;
  return html`<a class="e${timed && ' timed'}" href="${toFragment(toAnchor('states', toTransitionName(machine, transition)))}" data-from="${from}" aria-label="${transition}: ${leads}"><path class="hit" d="${formatCurve(curve)}"/>${line}<rect class="lab" x="${x - wide / 2}" y="${y - 10}" width="${wide}" height="20" rx="10"/><text x="${x}" y="${y + 4}">${transition}</text></a>`;
}

function formatCurve([first, ...others]: readonly Point[]): string {
  return `M${first?.join(' ') ?? '0 0'}C${others.map((point) => point.join(' ')).join(' ')}`;
}

/** The head of an arrow, from the end of its line to its tip. */
function formatTip([x, y]: Point, [tipX, tipY]: Point): string {
  const [dx, dy] = [tipX - x, tipY - y];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * 4, (dx / length) * 4];
  const points = [
    [tipX, tipY],
    [x + nx, y + ny],
    [x - nx, y - ny],
  ];
  return `M${points.map((point) => point.map((value) => Math.round(value * 10) / 10).join(' ')).join('L')}Z`;
}
