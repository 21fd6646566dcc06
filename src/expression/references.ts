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
  const visit = (node: Expression): void => {
    if (node.op === 'path' && node.root !== 'local') {
      const known = fields.get(node.root) ?? new Set();
      fields.set(node.root, known.add(node.steps[0]?.name ?? '*'));
      const at = node.steps.findIndex((step) => step.through !== undefined);
      if (at > 0) {
        const path = node.steps.slice(0, at).map((step) => step.name);
        const { name, through } = node.steps[at]!;
        refs.push({ root: node.root, path, resource: through!, field: name });
      }
    }
    if (node.op === 'next') next.push({ field: node.field, within: node.within });
    for (const child of listChildNodes(node)) visit(child);
  };
  visit(tree);
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
