import type { Expression, PathStep, Root } from './tree.ts';

/** The most references that one path follows: each of them costs a query. */
export const mostFollowed = 3;

/** A path to values in a list, or in a list inside each item of another: a step that is a `list` leads on to each of its items. */
export interface ElementPath {
  readonly root: Root;
  readonly steps: readonly ElementStep[];
}

export interface ElementStep extends PathStep {
  readonly list?: true;
}

/** The values of the variables of macros, by the paths that lead to them; undefined where no path does. */
export type Elements = ReadonlyMap<string, readonly ElementPath[] | undefined>;

type Path = Expression & { readonly op: 'path' };

/** The paths that lead to what a path reads, through the variables of macros. Undefined if it reads other values. */
export function followVariables({ root, steps }: Path, variables: Elements): readonly ElementPath[] | undefined {
  const variable = root === 'local' ? steps[0]!.name : '';
  if (!variables.has(variable)) return [{ root, steps }];
  return variables.get(variable)?.map((from) => ({ root: from.root, steps: [...from.steps, ...steps.slice(1)] }));
}

/** The paths that lead to the items of a list; undefined if it holds, or may hold, other values. */
export function listElements(list: Expression, variables: Elements): readonly ElementPath[] | undefined {
  switch (list.op) {
    case 'path':
      return joinAll((followVariables(list, variables) ?? [undefined]).map(markList));
    case 'list':
      return joinAll(list.items.map((item) => listValues(item, variables)));
    case 'choose':
      return joinAll([list.then, list.otherwise].map((each) => listElements(each, variables)));
    case 'binary':
      return joinAll([list.left, list.right].map((each) => listElements(each, variables)));
    case 'macro': {
      const items = listElements(list.over, variables);
      return list.name === 'filter' ? items : listValues(list.body, new Map([...variables, [list.variable, items]]));
    }
    default:
      return undefined;
  }
}

function listValues(node: Expression, variables: Elements): readonly ElementPath[] | undefined {
  if (node.op === 'choose') return joinAll([node.then, node.otherwise].map((each) => listValues(each, variables)));
  return node.op === 'path' ? followVariables(node, variables) : undefined;
}

/** A list of lists has no path. */
function markList(path: ElementPath | undefined): readonly ElementPath[] | undefined {
  const last = path?.steps.at(-1);
  if (last === undefined || last.list === true) return undefined;
  return [{ root: path!.root, steps: [...path!.steps.slice(0, -1), { ...last, list: true }] }];
}

function joinAll(all: readonly (readonly ElementPath[] | undefined)[]): readonly ElementPath[] | undefined {
  const found: ElementPath[] = [];
  for (const paths of all) {
    if (paths === undefined) return undefined;
    found.push(...paths);
  }
  return found;
}
