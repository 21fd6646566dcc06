import type { Drawing } from '../../../docs/diagram/layout.ts';
import type { MachineData } from '../../model.ts';

const space = 'http://www.w3.org/2000/svg';

function draw(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...content: readonly (Node | string)[]
): SVGElement {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...content);
  return element;
}

/** Draws the states of a record: the present one is filled, and the ways out of it are lit. */
export function drawStates({ field, states, drawing }: MachineData, state: string): SVGElement | undefined {
  if (drawing === undefined) return undefined;
  const { width, height, nodes, edges } = drawing;
  const words = `${field} is ${state}, one of ${states.map(({ name }) => name).join(', ')}`;
  return draw(
    'svg',
    { class: 'states', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': words },
    ...edges.map((edge) => drawEdge(edge, edge.from === state)),
    ...nodes.map((node) => drawNode(node, states.find(({ name }) => name === node.name)?.kind, node.name === state)),
  );
}

function drawNode(
  { name, kind, center: [x, y], size: [width, height] }: Drawing['nodes'][number],
  end: string | undefined,
  isHere: boolean,
): SVGElement {
  if (kind === 'begin') return draw('circle', { class: 'begin', cx: x, cy: y, r: 5 });
  const look = `node ${kind === 'erased' ? 'gone' : (end ?? 'plain')}${isHere ? ' here' : ''}`;
  return draw(
    'g',
    { class: look },
    draw('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: 9 }),
    draw('text', { x, y: y + 5 }, kind === 'erased' ? 'deleted' : name),
  );
}

function drawEdge({ curve, tip, label, transition, timed }: Drawing['edges'][number], isOpen: boolean): SVGElement {
  const [first, ...others] = curve;
  const path = `M${first?.join(' ') ?? ''}C${others.map((point) => point.join(' ')).join(' ')}`;
  const [x, y] = label ?? tip;
  const wide = (transition ?? '').length * 7 + 12;
  const name =
    transition === undefined
      ? []
      : [
          draw('rect', { class: 'lab', x: x - wide / 2, y: y - 10, width: wide, height: 20, rx: 10 }),
          draw('text', { x, y: y + 4 }, transition),
        ];
  return draw(
    'g',
    { class: `edge${timed ? ' timed' : ''}${isOpen ? ' open' : ''}` },
    draw('path', { d: path }),
    draw('path', { class: 'tip', d: drawTip(curve.at(-1) ?? tip, tip) }),
    ...name,
  );
}

function drawTip([x, y]: readonly [number, number], [tipX, tipY]: readonly [number, number]): string {
  const [dx, dy] = [tipX - x, tipY - y];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * 4, (dx / length) * 4];
  return `M${tipX} ${tipY}L${x + nx} ${y + ny}L${x - nx} ${y - ny}Z`;
}
