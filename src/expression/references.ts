import { type Elements, followVariables, listElements } from './elements.ts';
import type { Expression, Root } from './tree.ts';

/** The values that an expression reads, so that they can be loaded before. */
export interface References {
  /** The roots that are named, macro variables aside. */
  readonly roots: ReadonlySet<Root>;
  /** The first-level fields that are read of each root; a root that is read as a whole has `*`. */
  readonly fields: ReadonlyMap<Root, ReadonlySet<string>>;
  /** The refs that are gone through: the path to the ref field, the resource it names, the field read of it. */
  readonly refs: readonly {
    readonly root: Root;
    readonly path: readonly string[];
    readonly resource: string;
    readonly field: string;
  }[];
  /** The sequences that are taken from. */
  readonly next: readonly { readonly field: string; readonly within: readonly string[] }[];
}

/** Gathers the fields, refs, roots and sequences that an expression reads. */
export function collectReferences(tree: Expression): References {
  const fields = new Map<Root, Set<string>>();
  const refs: References['refs'][number][] = [];
  const next: References['next'][number][] = [];
  const visit = (node: Expression, variables: Elements): void => {
    if (node.op === 'path') {
      if (node.root !== 'local')
        fields.set(node.root, (fields.get(node.root) ?? new Set()).add(node.steps[0]?.name ?? '*'));
      for (const { root, steps } of followVariables(node, variables) ?? []) {
        for (const [at, { name, through }] of steps.entries()) {
          if (through === undefined || root === 'local') continue;
          refs.push({ root, path: steps.slice(0, at).map((step) => step.name), resource: through, field: name });
        }
      }
    }
    if (node.op === 'next') next.push({ field: node.field, within: node.within });
    if (node.op === 'macro') {
      visit(node.over, variables);
      visit(node.body, new Map([...variables, [node.variable, listElements(node.over, variables)]]));
    } else for (const child of listChildNodes(node)) visit(child, variables);
  };
  visit(tree, new Map());
  return { roots: new Set(fields.keys()), fields, refs, next };
}

/** The nodes directly below a checked one. */
export function listChildNodes(node: Expression): readonly Expression[] {
  switch (node.op) {
    case 'has':
    case 'not':
    case 'negate':
      return [node.of];
    case 'select':
      return [node.from];
    case 'index':
      return [node.from, node.at];
    case 'binary':
      return [node.left, node.right];
    case 'choose':
      return [node.when, node.then, node.otherwise];
    case 'list':
      return node.items;
    case 'object':
      return node.members.map(({ value }) => value);
    case 'call':
      return node.of;
    case 'macro':
      return [node.over, node.body];
    case 'question':
      return node.value === undefined ? [node.where] : [node.where, node.value];
    default:
      return [];
  }
}

/** The same node with other nodes directly below it. */
export function mapChildNodes(node: Expression, turn: (child: Expression) => Expression): Expression {
  switch (node.op) {
    case 'has':
    case 'not':
    case 'negate':
      return { ...node, of: turn(node.of) };
    case 'select':
      return { ...node, from: turn(node.from) };
    case 'index':
      return { ...node, from: turn(node.from), at: turn(node.at) };
    case 'binary':
      return { ...node, left: turn(node.left), right: turn(node.right) };
    case 'choose': {
      const [when, then, otherwise] = [turn(node.when), turn(node.then), turn(node.otherwise)];
      return { ...node, when, then, otherwise };
    }
    case 'list':
      return { ...node, items: node.items.map(turn) };
    case 'object':
      return { ...node, members: node.members.map((member) => ({ ...member, value: turn(member.value) })) };
    case 'call':
      return { ...node, of: node.of.map(turn) };
    case 'macro':
      return { ...node, over: turn(node.over), body: turn(node.body) };
    case 'question':
      return { ...node, where: turn(node.where), ...(node.value === undefined ? {} : { value: turn(node.value) }) };
    case 'literal':
    case 'path':
    case 'next':
      return node;
  }
}
