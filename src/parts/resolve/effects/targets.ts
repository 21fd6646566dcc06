import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { checkExpression } from '../../../expression/check.ts';
import type { Syntax } from '../../../expression/parse/syntax.ts';
import { mapChildNodes } from '../../../expression/references.ts';
import type { Environment } from '../../../expression/symbol-table.ts';
import type { Expression, PathStep, Root } from '../../../expression/tree.ts';
import { removeNullable } from '../../../expression/types.ts';
import { targetVariable } from '../../../plan/resource.ts';
import type { Name } from '../../../text/location.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { collectDefinitions, findIdentity } from '../vocabulary.ts';
import { diagnostics } from './diagnostics.ts';
import { proposeEach } from './fields.ts';

interface Scope {
  readonly service: Service;
  readonly environment: Environment;
  report(diagnostic: Diagnostic): void;
}

/** Where an expression reads the record that is changed: a root and the steps to it. */
export interface Fresh {
  readonly root: Root;
  readonly steps: readonly PathStep[];
}

/** The record that an effect changes, and what is left of its path. */
export interface Target extends Fresh {
  readonly resource: ResourceModel;
  /** Its identity. */
  readonly identity: Expression;
  readonly rest: readonly Name[];
}

/** Finds the record at the beginning of a path (`field`: a field of it follows) or at its end (`record`). */
export function findTarget(scope: Scope, path: readonly Name[], asks: 'field' | 'record'): Target | undefined {
  const { environment, report } = scope;
  const [first] = path;
  if (first === undefined) return undefined;
  const declared = environment.locals?.get(first.value);
  const variable = declared && removeNullable(declared);
  const most = asks === 'field' ? path.length - 1 : path.length;
  const isVariable = variable?.kind === 'object';
  // A variable is a record itself, and a reference after it names another.
  const length = isVariable && (most < 2 || !isReference(scope, variable.name, path[1]!)) ? 1 : isVariable ? 2 : 1;
  const span = { start: first.span.start, end: path.at(-1)!.span.end };
  const text = path.map(({ value }) => value).join('.');
  // The item of a list of references names a record; no effect follows a second reference.
  const second = variable?.kind === 'ref' && most > 1 ? findReferenced(scope, variable.resource, path[1]!) : undefined;
  if (second !== undefined) {
    const help = proposeEach(scope.service, second, `${first.value}.${path[1]!.value}`);
    report(diagnostics['effect-target'](span, text, 'it is more than one reference away', help));
    return undefined;
  }
  if (length > most || (asks === 'record' && length < path.length)) {
    report(diagnostics['effect-target'](span, text, 'name a reference, or the variable of an `each`'));
    return undefined;
  }
  const names = path.slice(0, length);
  const resourceOf = (name: string) => collectDefinitions(scope.service).resources.get(name);
  const own = isVariable && length === 1 ? resourceOf(variable.name) : undefined;
  const identity = own && findIdentity(own)?.name;
  if (own !== undefined && identity === undefined) return undefined;
  const tree = checkPath(scope, own === undefined ? names : [...names, { ...identity!, span: first.span }]);
  if (tree?.op !== 'path') return undefined;
  const type = removeNullable(tree.type);
  const resource = own ?? (type.kind === 'ref' ? resourceOf(type.resource) : undefined);
  if (resource === undefined) {
    const why = type.kind === 'list' ? 'it is a list' : 'its type is not `ref`';
    report(diagnostics['effect-target'](span, text, why));
    return undefined;
  }
  const steps = own === undefined ? tree.steps : tree.steps.slice(0, 1);
  return { resource, identity: tree, root: tree.root, steps, rest: path.slice(length) };
}

function isReference(scope: Scope, holder: string, name: Name): boolean {
  return findReferenced(scope, holder, name) !== undefined;
}

/** The resource to which a reference leads; undefined for other fields. */
function findReferenced({ environment }: Scope, holder: string, { value }: Name): string | undefined {
  const type = environment.symbols.fields(holder)?.get(value)?.type;
  const plain = type && removeNullable(type);
  return plain?.kind === 'ref' ? plain.resource : undefined;
}

function checkPath({ environment, report }: Scope, names: readonly Name[]): Expression | undefined {
  const [first, ...rest] = names;
  let syntax: Syntax = { kind: 'name', name: first!.value, span: first!.span };
  for (const { value, span } of rest) {
    const whole = { start: first!.span.start, end: Math.max(span.end, first!.span.end) };
    syntax = { kind: 'select', from: syntax, name: value, nameSpan: span, span: whole };
  }
  const { expected: _, ...place } = environment;
  const { tree, diagnostics: found } = checkExpression(syntax, place);
  for (const diagnostic of found) report(diagnostic);
  return tree;
}

/** The same expression, reading the record that is changed as its variable: as it is when its turn comes. */
export function readAsTarget(node: Expression, fresh: Fresh): Expression {
  const { root, steps } = fresh;
  if (node.op !== 'path') return mapChildNodes(node, (child) => readAsTarget(child, fresh));
  const isOf = node.root === root && steps.every(({ name }, at) => node.steps[at]?.name === name);
  const next = node.steps[steps.length];
  if (!isOf || next === undefined) return node;
  const isVariable = root === 'local' && steps.length === 1;
  if (!isVariable && next.through === undefined) return node;
  const { through: _, ...own } = next;
  return { ...node, root: 'local', steps: [{ name: targetVariable }, own, ...node.steps.slice(steps.length + 1)] };
}
