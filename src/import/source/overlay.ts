import { SourceFault } from './build.ts';
import { type PathNode, readJsonPath, selectPath } from './json-path.ts';
import { get, isTrue, type ListTree, listItems, type MapTree, readString, type ScalarTree, type Tree } from './tree.ts';

/** A value while it is changed. */
interface Draft {
  readonly origin: Tree;
  readonly entries?: Map<string, Draft>;
  readonly items?: Draft[];
}

/**
 * Applies an OpenAPI Overlay 1.0 to a description, and numbers the facts of the result. Each keeps its place, in the description or in the
 * overlay. Throws a `SourceFault` at the first action that cannot be applied.
 */
export function applyOverlay(root: Tree, overlay: Tree): Tree {
  if (readString(get(overlay, 'overlay')) === undefined || get(overlay, 'actions')?.kind !== 'list')
    throw new SourceFault('An overlay has the members `overlay` and `actions`.', overlay.start);
  const draft = toDraft(root);
  for (const action of listItems(get(overlay, 'actions'))) applyAction(draft, action);
  return number(draft, { next: root.file.base }, '');
}

function applyAction(root: Draft, action: Tree): void {
  const target = get(action, 'target');
  const steps = readJsonPath(readString(target) ?? '');
  if (target === undefined || steps === undefined)
    throw new SourceFault(
      'The target of an action is a JSONPath, such as `$.info` or `$.paths.*.get`.',
      (target ?? action).start,
    );
  const found = selectPath(root, steps, toNode);
  const update = get(action, 'update');
  if (isTrue(get(action, 'remove'))) remove(root, new Set(found));
  else if (update !== undefined) for (const one of found) merge(one, update);
}

function toNode({ entries, items, origin }: Draft): PathNode<Draft> {
  return {
    list: () => entries?.entries() ?? items?.entries() ?? [],
    value: origin.kind === 'scalar' ? origin.value : undefined,
  };
}

function toDraft(origin: Tree): Draft {
  if (origin.kind === 'map')
    return { origin, entries: new Map([...origin.entries].map(([key, member]) => [key, toDraft(member)])) };
  return origin.kind === 'list' ? { origin, items: origin.items.map(toDraft) } : { origin };
}

function remove(at: Draft, gone: ReadonlySet<Draft>): void {
  for (const [key, member] of at.entries ?? []) {
    if (gone.has(member)) at.entries!.delete(key);
    else remove(member, gone);
  }
  if (at.items === undefined) return;
  const kept = at.items.filter((item) => !gone.has(item));
  at.items.splice(0, at.items.length, ...kept);
  for (const item of kept) remove(item, gone);
}

/** Merges an update: members of maps one by one, items of lists after the others; anything else replaces what was there. */
function merge({ entries, items }: Draft, update: Tree): void {
  if (items !== undefined) items.push(...(update.kind === 'list' ? update.items : [update]).map(toDraft));
  else if (entries !== undefined && update.kind === 'map') {
    for (const [key, member] of update.entries) {
      const own = entries.get(key);
      const isAlike = own !== undefined && own.origin.kind === member.kind && member.kind !== 'scalar';
      if (isAlike) merge(own, member);
      else entries.set(key, toDraft(member));
    }
  }
}

function number(draft: Draft, count: { next: number }, key: string | number): Tree {
  const { origin, entries, items } = draft;
  const first = count.next;
  const place = { file: origin.file, start: origin.start, first, parent: undefined, key };
  if (origin.kind === 'scalar') {
    count.next += 1;
    return { ...place, kind: 'scalar', value: origin.value, end: count.next } satisfies ScalarTree;
  }
  if (entries !== undefined) {
    const members = new Map([...entries].map(([name, member]) => [name, number(member, count, name)]));
    if (members.size === 0) count.next += 1;
    return adopt({ ...place, kind: 'map', entries: members, end: count.next }, [...members.values()]);
  }
  const all = (items ?? []).map((item, index) => number(item, count, index));
  if (all.length === 0) count.next += 1;
  return adopt({ ...place, kind: 'list', items: all, end: count.next }, all);
}

function adopt<T extends MapTree | ListTree>(tree: T, members: readonly Tree[]): T {
  for (const member of members) member.parent = tree;
  return tree;
}
