import type { Plan } from '../../../plan/plan.ts';
import type { StateMachinePlan } from '../../../plan/resource.ts';
import {
  type Arrow,
  type Diagram,
  type Diagrams,
  type Drawing,
  type DrawnNode,
  listArrows,
  listNodes,
  marks,
  type Point,
  toDiagramKey,
} from './layout.ts';

/** The drawing function of Graphviz: `instance()` of the package `@viz-js/viz` returns it. */
export interface Graphviz {
  renderJSON(graph: string): object;
}

/** The output of Graphviz for a graph, as far as it is read. */
interface Laid {
  readonly bb: string;
  readonly objects?: readonly {
    readonly name: string;
    readonly pos: string;
    readonly width: string;
    readonly height: string;
  }[];
  readonly edges?: readonly { readonly id?: string; readonly pos: string; readonly lp?: string }[];
}

const letter = { state: 8, label: 7 } as const;
const room = 6;

/** Lays out the state diagram of each resource. The same plan gives the same places. */
export function layoutDiagrams({ resources }: Pick<Plan, 'resources'>, graphviz: Graphviz): Diagrams {
  const machines = resources.flatMap((resource) => resource.machines.map((machine) => ({ resource, machine })));
  return Object.fromEntries(
    machines
      .filter(({ machine }) => machine.field !== undefined)
      .map(({ resource: { name }, machine }) => [toDiagramKey(name, machine), layoutMachine(machine, graphviz)]),
  );
}

function layoutMachine(machine: StateMachinePlan, graphviz: Graphviz): Diagram {
  const arrows = listArrows(machine);
  const names = listNodes(machine, arrows);
  const draw = (direction: 'LR' | 'TB'): Drawing =>
    readLayout(graphviz.renderJSON(formatGraph(names, arrows, direction)) as Laid, names, arrows);
  return { wide: draw('LR'), upright: draw('TB') };
}

function measureNode(name: string): Point {
  if (name === marks.begin) return [12, 12];
  const text = name === marks.erased ? 'deleted' : name;
  return [Math.max(64, text.length * letter.state + 28), 36];
}

/** Formats the graph in DOT. Nodes are numbers and labels are of equal length: it contains no name of the document. */
function formatGraph(names: readonly string[], arrows: readonly Arrow[], direction: 'LR' | 'TB'): string {
  const nodes = names.map((name, at) => {
    const [width, height] = measureNode(name);
    return `n${at} [label="" width=${(width / 72).toFixed(3)} height=${(height / 72).toFixed(3)}]`;
  });
  const edges = arrows.map(({ transition, from, to }, at) => {
    const label = transition === undefined ? '' : ` label=<${formatSpace(transition.length * letter.label + 14)}>`;
    return `n${names.indexOf(from)} -> n${names.indexOf(to)} [id="e${at}"${label}]`;
  });
  const spread = direction === 'LR' ? 'nodesep=0.45 ranksep=0.55' : 'nodesep=0.4 ranksep=0.5';
  const head = `rankdir=${direction} ${spread} node [shape=box fixedsize=true style=rounded] edge [arrowsize=0.8]`;
  return `digraph { ${[head, ...nodes, ...edges].join('; ')} }`;
}

/** A label of a width, with nothing in it. */
function formatSpace(width: number): string {
  const size = `fixedsize="true" width="${width}" height="22"`;
  return `<table border="0" cellborder="0" cellpadding="0" ${size}><tr><td></td></tr></table>`;
}

function readLayout(
  { bb, objects = [], edges = [] }: Laid,
  names: readonly string[],
  arrows: readonly Arrow[],
): Drawing {
  const [, , width = 0, height = 0] = bb.split(',').map(Number);
  const place = (text: string): Point => {
    const [x = 0, y = 0] = text.split(',').map(Number);
    return [round(x + room), round(height - y + room)];
  };
  return {
    width: round(width + 2 * room),
    height: round(height + 2 * room),
    nodes: names.map((name, at): DrawnNode => {
      const node = objects.find((each) => each.name === `n${at}`)!;
      const kind = name === marks.begin ? 'begin' : name === marks.erased ? 'erased' : 'state';
      return { name, kind, center: place(node.pos), size: measureNode(name) };
    }),
    edges: arrows.map((arrow, at) => {
      const { pos, lp } = edges.find(({ id }) => id === `e${at}`)!;
      const [tip = '', ...curve] = pos.split(' ').map((each) => each.replace(/^e,/, ''));
      return { ...arrow, curve: curve.map(place), tip: place(tip), ...(lp === undefined ? {} : { label: place(lp) }) };
    }),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
