import type { StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';

/** A point of a drawing, in pixels from its upper left corner. */
export type Point = readonly [number, number];

/** A state, or a mark: where records begin, and where they are erased. */
export interface DrawnNode {
  readonly name: string;
  readonly kind: 'state' | 'begin' | 'erased';
  readonly center: Point;
  readonly size: Point;
}

/** An arrow: the points of its Bézier curves, and the position of its label. Without `transition` it leads to an initial state. */
export interface DrawnEdge {
  readonly transition?: string;
  readonly from: string;
  readonly to: string;
  readonly curve: readonly Point[];
  readonly tip: Point;
  readonly label?: Point;
  /** Time takes it. */
  readonly timed: boolean;
}

/** A state diagram with its places. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

/** The drawings of a state machine: on wide screens from left to right, on narrow ones from top to bottom. */
export interface Diagram {
  readonly wide: Drawing;
  readonly upright: Drawing;
}

/** The diagrams of a service, by `Invoice.status`. */
export type Diagrams = Readonly<Record<string, Diagram>>;

/** An arrow between two states. */
export type Arrow = Pick<DrawnEdge, 'transition' | 'from' | 'to' | 'timed'>;

/** The marks of a diagram other than states: no name of a state has a space. */
export const marks = { begin: ' begin', erased: ' erased' } as const;

/** Returns the key of a machine's diagram. */
export function toDiagramKey(resource: string, { field = '' }: Pick<StateMachinePlan, 'field'>): string {
  return `${resource}.${field}`;
}

/** Lists the arrows of a machine: rows of one transition between the same two states are one. */
export function listArrows({ states, transitions }: StateMachinePlan): readonly Arrow[] {
  const begins = states
    .filter(({ kind }) => kind === 'initial')
    .map(({ name }): Arrow => ({ from: marks.begin, to: name, timed: false }));
  const arrows = transitions.flatMap((row) => row.from.map((from) => toArrow(row, from)));
  const unlike = new Map(arrows.map((arrow) => [`${arrow.transition} ${arrow.from} ${arrow.to}`, arrow]));
  return [...begins, ...unlike.values()];
}

function toArrow({ name, to, trigger }: TransitionPlan, from: string): Arrow {
  const timed = trigger !== undefined && trigger.kind !== 'handler';
  if (to.kind === 'state') return { transition: name, from, to: to.state, timed };
  if (to.kind === 'none' && name === 'delete') return { transition: name, from, to: marks.erased, timed };
  return { transition: name, from, to: from, timed };
}

/** Returns the names of all nodes of a diagram: its states, and the marks that an arrow touches. */
export function listNodes(machine: StateMachinePlan, arrows: readonly Arrow[]): readonly DrawnNode['name'][] {
  const touched = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  return [...machine.states.map(({ name }) => name), ...Object.values(marks).filter((mark) => touched.has(mark))];
}
