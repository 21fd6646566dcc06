import type { Refusal } from '../../../../contracts/refusal.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import { isObject } from '../../../../plan/fields/is-object.ts';
import { parsePointer } from '../../../../plan/fields/json-pointer.ts';
import { own, setOwn } from '../../../../text/own-property.ts';
import { createBoundedCopy, equalsJson } from './json-values.ts';

/** One operation of a JSON Patch, its pointers cut into names (RFC 6902, section 4). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: readonly string[] }
  | { readonly op: 'move' | 'copy'; readonly path: readonly string[]; readonly from: readonly string[] };

/** Why a body is no JSON Patch: which operation, and in which words. */
export interface PatchError {
  readonly at?: number;
  readonly message: string;
}

const valued = new Set(['add', 'replace', 'test']);
const sourced = new Set(['move', 'copy']);

/** Reads a body as a JSON Patch (RFC 6902, sections 3 and 4): other members of an operation are ignored. */
export function parsePatch(body: unknown): readonly PatchOperation[] | PatchError {
  if (!Array.isArray(body)) return { message: 'must be a list of operations (RFC 6902)' };
  const operations: PatchOperation[] = [];
  for (let at = 0; at < body.length; at++) {
    const operation = body[at] as unknown;
    if (!isObject(operation)) return { at, message: 'must be an object with op and path' };
    const op = own(operation, 'op');
    const path = parseJsonPointer(own(operation, 'path'));
    if (typeof op !== 'string' || !(valued.has(op) || sourced.has(op) || op === 'remove')) {
      return { at, message: 'must have an op: add, remove, replace, move, copy or test' };
    }
    if (path === undefined) return { at, message: 'must have a path that is a JSON Pointer (RFC 6901)' };
    if (valued.has(op)) {
      if (!Object.hasOwn(operation, 'value')) return { at, message: `must have a value for ${op}` };
      operations.push({ op: op as 'add', path, value: operation.value });
    } else if (sourced.has(op)) {
      const from = parseJsonPointer(own(operation, 'from'));
      if (from === undefined) return { at, message: `must have a from that is a JSON Pointer for ${op}` };
      operations.push({ op: op as 'move', path, from });
    } else operations.push({ op: 'remove', path });
  }
  return operations;
}

/** What is wrong with a body that is to be a JSON Patch; it is kept as it is for the step that applies it. */
export function checkPatch({ body }: Pick<RequestContext, 'body'>): Refusal | undefined {
  const found = parsePatch(body);
  if ('length' in found) return undefined;
  const pointer = found.at === undefined ? '' : `/${found.at}`;
  return { condition: 'malformed request', fields: [{ pointer, problem: 'type', message: found.message }] };
}

/** The names of a JSON Pointer (RFC 6901, sections 3 and 4); undefined when it is none. */
function parseJsonPointer(text: unknown): readonly string[] | undefined {
  if (typeof text !== 'string') return undefined;
  if (text !== '' && (!text.startsWith('/') || /~(?![01])/.test(text))) return undefined;
  return parsePointer(text);
}

/** A record with a patch applied, or the operation that failed: then none of them counts (RFC 6902, section 5). */
export type Patched = { readonly value: unknown } | { readonly at: number; readonly message: string };

/** Applies a patch to a value, which is changed; what it holds afterwards counts only where all operations succeed. */
export function applyPatch(target: unknown, operations: readonly PatchOperation[]): Patched {
  const document = { root: target };
  const copy = createBoundedCopy();
  for (let at = 0; at < operations.length; at++) {
    const message = apply(document, operations[at]!, copy);
    if (message !== undefined) return { at, message };
  }
  return { value: document.root };
}

interface Root {
  root: unknown;
}

type Copy = (value: unknown, level: number) => { readonly value: unknown } | undefined;

function apply(document: Root, operation: PatchOperation, copy: Copy): string | undefined {
  const { path } = operation;
  switch (operation.op) {
    case 'test': {
      const found = find(document.root, path);
      if (found === undefined) return 'has a path that does not exist';
      return equalsJson(found.value, operation.value) ? undefined : 'has a value that differs from the one at its path';
    }
    case 'add':
    case 'replace': {
      const value = copy(operation.value, path.length);
      if (value === undefined) return 'makes the result too large';
      return operation.op === 'add' ? add(document, path, value.value) : replace(document, path, value.value);
    }
    case 'remove':
      return remove(document, path);
    default: {
      const { from } = operation;
      const found = find(document.root, from);
      if (found === undefined) return 'has a from that does not exist';
      if (operation.op === 'copy') {
        const value = copy(found.value, path.length);
        return value === undefined ? 'makes the result too large' : add(document, path, value.value);
      }
      if (from.length < path.length && from.every((name, i) => path[i] === name))
        return 'must not move a value into itself';
      if (from.length === path.length && from.every((name, i) => path[i] === name)) return undefined;
      // a moved value keeps its identity: the copy only measures it
      if (copy(found.value, path.length) === undefined) return 'makes the result too large';
      return remove(document, from) ?? add(document, path, found.value);
    }
  }
}

function find(root: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let value = root;
  for (const name of path) {
    if (Array.isArray(value)) {
      const index = parseListIndex(name);
      if (index === undefined || index >= value.length) return undefined;
      value = value[index];
    } else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return { value };
}

/** An index of a list: digits without leading zeros (RFC 6901, section 4). */
function parseListIndex(name: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,8})$/.test(name) ? Number(name) : undefined;
}

const nowhere = 'has a path that does not exist';

function add(document: Root, path: readonly string[], value: unknown): string | undefined {
  const name = path.at(-1);
  if (name === undefined) {
    document.root = value;
    return undefined;
  }
  const parent = find(document.root, path.slice(0, -1))?.value;
  if (Array.isArray(parent)) {
    const index = name === '-' ? parent.length : parseListIndex(name);
    if (index === undefined || index > parent.length) return nowhere;
    parent.splice(index, 0, value);
    return undefined;
  }
  if (!isObject(parent)) return nowhere;
  setOwn(parent, name, value);
  return undefined;
}

function remove(document: Root, path: readonly string[]): string | undefined {
  // A change cannot remove the record itself; what is left is reported as not being an object.
  if (path.length === 0) {
    document.root = null;
    return undefined;
  }
  const place = findPlace(document.root, path);
  if (place === undefined) return nowhere;
  if ('list' in place) place.list.splice(place.index, 1);
  else delete place.object[place.name];
  return undefined;
}

function replace(document: Root, path: readonly string[], value: unknown): string | undefined {
  if (path.length === 0) {
    document.root = value;
    return undefined;
  }
  const place = findPlace(document.root, path);
  if (place === undefined) return nowhere;
  if ('list' in place) place.list[place.index] = value;
  else setOwn(place.object, place.name, value);
  return undefined;
}

type Place =
  | { readonly list: unknown[]; readonly index: number }
  | { readonly object: Record<string, unknown>; readonly name: string };

/** Where a path ends, below the root; undefined where nothing is there. */
function findPlace(root: unknown, path: readonly string[]): Place | undefined {
  const name = path.at(-1)!;
  const parent = find(root, path.slice(0, -1))?.value;
  if (Array.isArray(parent)) {
    const index = parseListIndex(name);
    return index === undefined || index >= parent.length ? undefined : { list: parent, index };
  }
  return isObject(parent) && Object.hasOwn(parent, name) ? { object: parent, name } : undefined;
}
