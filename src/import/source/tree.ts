import { findPosition, type Source } from '../../text/location.ts';

/** A file of the source; `base` is the number of facts in the files before it. */
export interface SourceFile extends Source {
  readonly base: number;
}

interface Place {
  readonly file: SourceFile;
  /** UTF-16 offset of its first character. */
  readonly start: number;
  /** Its facts: scalars, and empty maps and lists, numbered in the order of the source. `end` is not included. */
  readonly first: number;
  readonly end: number;
  parent: MapTree | ListTree | undefined;
  readonly key: string | number;
}

/** A map of the source. A repeated key keeps its last value. */
export interface MapTree extends Place {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, Tree>;
}

/** A list of the source. */
export interface ListTree extends Place {
  readonly kind: 'list';
  readonly items: readonly Tree[];
}

/** A scalar of the source. */
export interface ScalarTree extends Place {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

/** A value of the source that keeps its place. */
export type Tree = MapTree | ListTree | ScalarTree;

/** Returns a member of a map, or undefined. */
export function get(tree: Tree | undefined, key: string): Tree | undefined {
  return tree?.kind === 'map' ? tree.entries.get(key) : undefined;
}

/** Returns the value at a path of keys, or undefined. */
export function getAt(tree: Tree | undefined, ...keys: readonly string[]): Tree | undefined {
  return keys.reduce<Tree | undefined>(get, tree);
}

/** Returns the members of a map in the order of the source; none for anything else. */
export function listEntries(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  return tree?.kind === 'map' ? [...tree.entries] : [];
}

/** Returns the items of a list; none for anything else. */
export function listItems(tree: Tree | undefined): readonly Tree[] {
  return tree?.kind === 'list' ? tree.items : [];
}

/** Returns the text of a string, or undefined for anything else. */
export function readString(tree: Tree | undefined): string | undefined {
  return tree?.kind === 'scalar' && typeof tree.value === 'string' ? tree.value : undefined;
}

/** Returns a finite number, or undefined for anything else. */
export function readNumber(tree: Tree | undefined): number | undefined {
  return tree?.kind === 'scalar' && typeof tree.value === 'number' && Number.isFinite(tree.value)
    ? tree.value
    : undefined;
}

/** Returns whether a value is the boolean `true`. */
export function isTrue(tree: Tree | undefined): boolean {
  return tree?.kind === 'scalar' && tree.value === true;
}

/** Returns the keys from the root of its file to a value. */
export function listKeys(tree: Tree): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Tree = tree; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.reverse();
}

/** Returns the JSON Pointer (RFC 6901) of a value in its file. */
export function formatPointer(tree: Tree): string {
  return listKeys(tree)
    .map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Returns where a value is: its file, and line and column from 1. */
export function locate(tree: Tree): { readonly file: string; readonly line: number; readonly column: number } {
  return { file: tree.file.name, ...findPosition(tree.file, tree.start) };
}

/** Returns the value as plain data. */
export function toData(tree: Tree): unknown {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(toData);
  return Object.fromEntries([...tree.entries].map(([key, value]) => [key, toData(value)]));
}
