import type { ListTree, MapTree, ScalarTree, SourceFile, Tree } from './tree.ts';

/** A source has at most this many values more than characters, aliases of YAML written out. */
const freeValues = 250_000;
/** The deepest nesting of a source. */
export const deepest = 256;

/** The value of a tree that is not read yet: its members name their parent when it is there. */
export interface TreeBuilder {
  scalar(value: ScalarTree['value'], start: number, key: string | number): ScalarTree;
  map(entries: Map<string, Tree>, start: number, key: string | number, first: number): MapTree;
  list(items: Tree[], start: number, key: string | number, first: number): ListTree;
  /** The number that the next fact gets. */
  readonly next: number;
}

/** A source that is not read, and why. */
export class SourceFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Creates what numbers the facts of one file. */
export function createBuilder(file: SourceFile): TreeBuilder {
  let next = file.base;
  let values = 0;
  const mostValues = freeValues + file.text.length;
  const count = (start: number): void => {
    values += 1;
    if (values > mostValues)
      throw new SourceFault(`The source has more than ${mostValues} values, its aliases written out.`, start);
  };
  const place = (start: number, key: string | number, first: number) => ({
    file,
    start,
    first,
    end: next,
    parent: undefined,
    key,
  });
  return {
    get next() {
      return next;
    },
    scalar(value, start, key) {
      count(start);
      next += 1;
      return { kind: 'scalar', value, ...place(start, key, next - 1) };
    },
    map(entries, start, key, first) {
      count(start);
      if (entries.size === 0) next += 1;
      const tree: MapTree = { kind: 'map', entries, ...place(start, key, first) };
      for (const entry of entries.values()) entry.parent = tree;
      return tree;
    },
    list(items, start, key, first) {
      count(start);
      if (items.length === 0) next += 1;
      const tree: ListTree = { kind: 'list', items, ...place(start, key, first) };
      for (const item of items) item.parent = tree;
      return tree;
    },
  };
}
