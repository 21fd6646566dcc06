import { findArgumentType } from '../../expression/check/signatures.ts';
import { listChildren, type Syntax } from '../../expression/parse/syntax.ts';
import { parseExpression } from '../../expression/parse.ts';
import { isQuestionName } from '../../expression/questions.ts';
import type { ValueType } from '../../expression/tree.ts';
import { removeNullable } from '../../expression/types.ts';
import type { SourceText } from '../../text/location.ts';
import type { Service } from '../service.ts';
import { createSymbolTable } from './vocabulary.ts';

/** The field that `value` is first compared with. */
interface ComparedField {
  /** The resource of the record: of the operation, or that of a question. */
  readonly owner: string;
  /** Its path from the record, through refs. */
  readonly path: readonly string[];
  readonly type: ValueType;
  /** `value in tags`: with an item of it. */
  readonly inList: boolean;
}

/** Finds the field that the `value` of a condition is first compared with; that of another record only if it is compared with none of its own. */
export function findComparedField(service: Service, resource: string, cel: SourceText): ComparedField | undefined {
  const root = parseExpression(cel).ast;
  const waiting = root === undefined ? [] : [root];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const beside = findComparedNode(node);
    const field = beside && findPath(service, resource, beside.other);
    if (field !== undefined) return { owner: resource, ...field, inList: beside!.inList };
    waiting.push(...listChildren(node));
  }
  return root && findAskedField(service, root);
}

/** Finds the field of another record that `value` is first compared with, in a question. */
function findAskedField(service: Service, root: Syntax): ComparedField | undefined {
  const waiting = [{ node: root, asked: new Map<string, string>() }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { node, asked } = next;
    const beside = findComparedNode(node);
    const [variable = '', ...path] = (beside && toPath(beside.other)) ?? [];
    const owner = asked.get(variable);
    const type = owner === undefined ? undefined : findTypeAt(service, owner, path);
    if (type !== undefined) return { owner: owner!, path, type, inList: beside!.inList };
    const inside = readQuestion(node);
    const scope = inside === undefined ? asked : new Map([...asked, inside]);
    waiting.push(...listChildren(node).map((child) => ({ node: child, asked: scope })));
  }
  return undefined;
}

/** Finds the type of the argument of a function in whose place `value` is, as in `days(value)`. */
export function findCalledType(cel: SourceText): ValueType | undefined {
  const root = parseExpression(cel).ast;
  const waiting = root === undefined ? [] : [root];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const place = node.kind === 'call' ? node.args.findIndex(isValueName) : -1;
    const type = node.kind === 'call' && place >= 0 ? findArgumentType(node.name, place) : undefined;
    if (type !== undefined) return type;
    waiting.push(...listChildren(node));
  }
  return undefined;
}

/** The variable of a question, and its resource. */
function readQuestion(node: Syntax): readonly [variable: string, resource: string] | undefined {
  if (node.kind !== 'call' || node.receiver?.kind !== 'name' || !isQuestionName(node.name)) return undefined;
  const [variable] = node.args;
  return variable?.kind === 'name' ? [variable.name, node.receiver.name] : undefined;
}

/** The type of a `value` that is compared with a field of a type. */
export function unwrapComparedType(type: ValueType, inList: boolean): ValueType {
  const bare = type.kind === 'nullable' ? type.of : type;
  return inList && bare.kind === 'list' ? bare.item : bare.kind === 'ref' ? bare.identity : bare;
}

function findComparedNode(node: Syntax): { readonly other: Syntax; readonly inList: boolean } | undefined {
  if (node.kind === 'binary') {
    if (isValueName(node.left)) return { other: node.right, inList: node.operator === 'in' };
    return isValueName(node.right) ? { other: node.left, inList: false } : undefined;
  }
  const called = node.kind === 'call' && node.receiver !== undefined && isValueName(node.args[0]);
  return called ? { other: node.receiver!, inList: false } : undefined;
}

/** Whether a condition only asks whether `value` equals something. */
export function comparesExactly(cel: SourceText): boolean {
  const holds = (node: Syntax): boolean => {
    if (node.kind === 'name') return node.name !== 'value';
    const isExact = node.kind === 'binary' && ['==', '!=', 'in'].includes(node.operator);
    return listChildren(node).every((child) => (isExact && isValueName(child)) || holds(child));
  };
  const root = parseExpression(cel).ast;
  return root === undefined || holds(root);
}

function isValueName(node: Syntax | undefined): boolean {
  return node?.kind === 'name' && node.name === 'value';
}

/** The first field that a node reads of the record. */
function findPath(service: Service, resource: string, node: Syntax): Pick<ComparedField, 'path' | 'type'> | undefined {
  if (node.kind === 'binary') return findPath(service, resource, node.left) ?? findPath(service, resource, node.right);
  const path = toPath(node);
  const type = path && findTypeAt(service, resource, path);
  return type && { path, type };
}

function toPath(node: Syntax): readonly string[] | undefined {
  if (node.kind === 'name') return [node.name];
  if (node.kind !== 'select') return undefined;
  if (node.from.kind === 'name' && node.from.name === 'record') return [node.name];
  const from = toPath(node.from);
  return from && [...from, node.name];
}

/** The type of the field at a path from the records of a resource, through refs. */
export function findTypeAt(service: Service, resource: string, path: readonly string[]): ValueType | undefined {
  const symbols = createSymbolTable(service);
  let holder: string | undefined = resource;
  let type: ValueType | undefined;
  for (const name of path) {
    type = holder === undefined ? undefined : symbols.fields(holder)?.get(name)?.type;
    const held: ValueType | undefined = type && removeNullable(type);
    holder = held?.kind === 'ref' ? held.resource : undefined;
  }
  return type;
}
