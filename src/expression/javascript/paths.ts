import type { Expression, PathStep } from '../tree.ts';
import { removeNullable } from '../types.ts';
import { type Code, type Emitting, isInt64 } from './code.ts';

type Path = Expression & { readonly op: 'path' };

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The text that reads a path; it fails where something on the way, or a value that is needed, is absent or null. */
export function emitPath(emitting: Emitting, node: Path): Code {
  const read = readPath(emitting, node);
  const last = node.steps.at(-1);
  const loose = node.root === 'caller' && node.steps.length > 0;
  const optional = (last?.optional ?? loose) || (node.root === 'old' && last === undefined);
  const code = emitPresenceChecks(read, optional, last?.nullable === true, node.type.kind === 'nullable');
  if (node.root === 'now') return { ...code, live: true };
  if (!isInt64(node.type)) return code;
  return { text: `${node.type.kind === 'nullable' ? '$.wide' : 'BigInt'}(${code.text})`, fails: code.fails };
}

/** The text that asks whether the last step of a path is there. */
export function emitHas(emitting: Emitting, of: Expression): Code {
  if (of.op === 'path') {
    const read = readPath(emitting, of);
    return { text: `(${read.text} ${of.steps.length === 0 ? '!= null' : '!== undefined'})`, fails: read.fails };
  }
  if (of.op === 'question') {
    const text = emitting.emit(of).text;
    return { text: `($.there(() => ${text}) !== undefined)`, fails: false };
  }
  if (of.op !== 'select') throw new Error('has: a checked expression asks for a path or a member');
  return { text: `$.has(${emitting.emit(of.from).text}, ${JSON.stringify(of.name)})`, fails: true };
}

function readPath(emitting: Emitting, node: Path): Code {
  const { root, steps } = node;
  const first = root === 'local' ? emitting.locals.get(steps[0]!.name) : emitting.access.roots[root];
  if (first === undefined) throw new Error(`the surroundings of an expression give no ${root}`);
  const skipped = root === 'local' ? 1 : 0;
  let code: Code = { text: first, fails: false };
  for (let index = skipped; index < steps.length; index++) {
    const step = steps[index]!;
    const before = steps[index - 1];
    const after = steps[index + 1];
    if (step.through !== undefined)
      code = emitReferencedRecord(emitting, first, steps.slice(skipped, index), step.through);
    else if (index > 0) {
      const optional = before!.optional === true || (root === 'caller' && index > 0);
      code = emitPresenceChecks(code, optional, before!.nullable === true, false);
    } else if (root === 'old') code = emitPresenceChecks(code, true, false, false);
    if (after?.through === undefined)
      code = { text: formatFieldAccess(code.text, step, root === 'caller'), fails: code.fails };
  }
  return code;
}

function emitReferencedRecord(emitting: Emitting, from: string, path: readonly PathStep[], resource: string): Code {
  if (emitting.access.ref === undefined) throw new Error(`the surroundings of an expression give no ${resource}`);
  return emitPresenceChecks({ text: emitting.access.ref(from, path, resource), fails: false }, true, false, false);
}

function formatFieldAccess(from: string, step: PathStep, loose: boolean): string {
  const name = JSON.stringify(step.name);
  return inherited.has(step.name) && (step.optional || loose) ? `$.own(${from}, ${name})` : `${from}[${name}]`;
}

/** The value with the checks that it needs: present, not null, or both. */
export function emitPresenceChecks(code: Code, optional: boolean, mayBeNull: boolean, nullAllowed: boolean): Code {
  if (!optional && (!mayBeNull || nullAllowed)) return code;
  if (nullAllowed) return { text: `$.present(${code.text})`, fails: true };
  if (!optional) return { text: `(${code.text} ?? $.nothing())`, fails: true };
  return { text: mayBeNull ? `$.need(${code.text})` : `(${code.text} ?? $.absent())`, fails: true };
}

/** Emits the access to a member of a value that is not a path. */
export function emitSelect(emitting: Emitting, node: Expression & { readonly op: 'select' }): Code {
  const from = emitting.emit(node.from).text;
  const read = `$.member(${from}, ${JSON.stringify(node.name)})`;
  return emitStoredValue(read, node, true);
}

/** The text that reads an item by its place, or a value by its key. */
export function emitIndex(emitting: Emitting, node: Expression & { readonly op: 'index' }): Code {
  const kind = removeNullable(node.from.type).kind;
  const call = kind === 'list' ? '$.item' : kind === 'map' ? '$.member' : '$.at';
  const read = `${call}(${emitting.emit(node.from).text}, ${emitting.emit(node.at).text})`;
  const type = removeNullable(node.from.type);
  const item = type.kind === 'list' ? type.item : type.kind === 'map' ? type.value : type;
  return emitStoredValue(read, node, item.kind === 'nullable');
}

function emitStoredValue(read: string, node: Expression, mayBeNull: boolean): Code {
  const nullAllowed = node.type.kind === 'nullable' || node.type.kind === 'any';
  const text = mayBeNull && !nullAllowed ? `(${read} ?? $.nothing())` : read;
  if (!isInt64(node.type)) return { text, fails: true };
  return { text: `${nullAllowed ? '$.wide' : 'BigInt'}(${text})`, fails: true };
}
