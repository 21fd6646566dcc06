import { stringifyForm } from '../../expression/conditions/form.ts';
import { mapChildNodes } from '../../expression/references.ts';
import type { Expression, PathStep, ValueType } from '../../expression/tree.ts';
import { removeNullable } from '../../expression/types.ts';
import { memo } from '../../text/memo.ts';
import type { Comparison } from './comparison.ts';
import { createNewerNames, type NewerNames } from './newer-names.ts';
import { isInput, renameInputPath } from './newer-shapes.ts';

/** The place of an expression of the older document. */
export interface ExpressionSite {
  /** The resource of its record. */
  readonly of: string | undefined;
  /** The operation whose body `input` is. */
  readonly operation?: string;
  /** The resources of whose records `event` may be one. */
  readonly events?: readonly string[];
  /** The field whose value it is, `Invoice.status`, by its older name. */
  readonly gives?: string;
  /** The resource, object or union of each variable around it. */
  readonly variables?: ReadonlyMap<string, string | undefined>;
}

/**
 * An expression of the older document with the names that the newer one has for fields, members and values, so that what only
 * got another name does not make the guards and rules that read it differ.
 */
export function renameToNewer<T extends Expression | 'disabled' | undefined>(
  comparison: Comparison,
  at: ExpressionSite,
  expression: T,
): T {
  if (expression === undefined || expression === 'disabled') return expression;
  const names = createNewerNames(comparison);
  const made = renameExpression({ comparison, names, at, locals: at.variables ?? new Map() }, expression as Expression);
  return (at.gives === undefined ? made : renameLiteral(names, at.gives, made)) as T;
}

/** A path of fields of the older document, from a record of a resource, by the newer names. */
export function renamePath(comparison: Comparison, of: string | undefined, path: readonly string[]): string[] {
  return createNewerNames(comparison).path(of, path);
}

/** The resource, object or union that a path of fields of the older document leads into. */
export function findPathTarget(
  comparison: Comparison,
  of: string | undefined,
  path: readonly string[],
): string | undefined {
  const names = createNewerNames(comparison);
  return path.reduce((at, name) => names.inside(at, name), of);
}

/** The field at the end of a path of fields of the older document, by what holds it: `Line.text`. */
export function getFieldAt(comparison: Comparison, of: string, path: readonly string[]): string {
  return `${findPathTarget(comparison, of, path.slice(0, -1))}.${path.at(-1)}`;
}

/**
 * Expressions as texts that are the same where both give the same value from the same record: names aside, and aside the
 * conversions of fields that have another type, which are listed at the fields.
 */
export function createExpressionTexts(
  comparison: Comparison,
  at: ExpressionSite,
): { old(expression: Expression | undefined): string; now(expression: Expression | undefined): string } {
  const names = collectRetypedFields(comparison);
  const around = [...(at.variables?.keys() ?? [])];
  const text = (expression: Expression | undefined): string =>
    stringifyForm(removeConversions(expression, names), around) ?? '';
  return { old: (expression) => text(renameToNewer(comparison, at, expression)), now: text };
}

/** Whether two expressions give the same value from the same record. */
export function yieldsSameValue(
  comparison: Comparison,
  at: ExpressionSite,
  old: Expression | undefined,
  now: Expression | undefined,
): boolean {
  const texts = createExpressionTexts(comparison, at);
  return texts.old(old) === texts.now(now);
}

interface RenameScope {
  readonly comparison: Comparison;
  readonly names: NewerNames;
  readonly at: ExpressionSite;
  /** The resource, object or union of each variable of the macros around. */
  readonly locals: ReadonlyMap<string, string | undefined>;
}

function renameExpression(scope: RenameScope, node: Expression): Expression {
  const { names, at } = scope;
  switch (node.op) {
    case 'path':
      return { ...node, steps: renameSteps(scope, node) };
    case 'select':
      return {
        ...node,
        from: renameExpression(scope, node.from),
        name: renamePathFrom(scope, getHolder(node.from.type), [node.name])[0]!,
      };
    case 'binary':
      return renameComparison(names, {
        ...node,
        left: renameExpression(scope, node.left),
        right: renameExpression(scope, node.right),
      });
    case 'macro': {
      const inside = { ...scope, locals: new Map([...scope.locals, [node.variable, getItemHolder(node.over)]]) };
      return { ...node, over: renameExpression(scope, node.over), body: renameExpression(inside, node.body) };
    }
    case 'question': {
      const inside = { ...scope, locals: new Map([...scope.locals, [node.variable, node.resource]]) };
      return mapChildNodes(node, (child) => renameExpression(inside, child));
    }
    case 'next': {
      const [field = '', ...within] = [node.field, ...node.within].map((name) => names.field(at.of, name));
      return { ...node, field, within };
    }
    default:
      return mapChildNodes(node, (child) => renameExpression(scope, child));
  }
}

function renameSteps(scope: RenameScope, { root, steps }: Expression & { readonly op: 'path' }): readonly PathStep[] {
  const { names, at, locals } = scope;
  const renamed = (holder: string | undefined, all: readonly PathStep[]): readonly PathStep[] => {
    const path = renamePathFrom(
      scope,
      holder,
      all.map(({ name }) => name),
    );
    return all.map((step, index) => ({ ...step, name: path[index]! }));
  };
  const [first, ...rest] = steps;
  if (first === undefined) return steps;
  switch (root) {
    case 'record':
    case 'old':
      return renamed(at.of, steps);
    case 'local':
      return [first, ...renamed(locals.get(first.name), rest)];
    case 'input':
      return renamed('input', steps);
    case 'event':
      // the events are of resources that share the field
      return renamed(
        at.events?.find((event) => names.field(event, first.name) !== first.name) ?? at.events?.[0],
        steps,
      );
    default:
      return steps;
  }
}

/** A path from a resource, object or union, or from something in a body. */
function renamePathFrom(
  { comparison, names, at }: RenameScope,
  holder: string | undefined,
  path: readonly string[],
): readonly string[] {
  return isInput(holder) ? renameInputPath(comparison, at.operation, holder, path) : names.path(holder, path);
}

/** The resource, object or union of the items of a list. */
export function getItemHolder({ type }: Expression): string | undefined {
  const list = removeNullable(type);
  return list.kind === 'list' ? getHolder(list.item) : undefined;
}

function getHolder(type: ValueType): string | undefined {
  const plain = removeNullable(type);
  if (plain.kind === 'ref') return plain.resource;
  return plain.kind === 'object' ? plain.name : undefined;
}

const comparing: ReadonlySet<string> = new Set(['==', '!=', 'in']);

/** Literals that are compared with a value of a fixed list have its newer names too. */
function renameComparison(names: NewerNames, node: Expression & { readonly op: 'binary' }): Expression {
  const { left, right } = node;
  if (!comparing.has(node.operator)) return node;
  const [leftField, other] = [getChoiceField(left.type), getChoiceField(right.type)];
  if (leftField !== undefined) return { ...node, right: renameLiteral(names, leftField, right) };
  return other === undefined ? node : { ...node, left: renameLiteral(names, other, left) };
}

/** The field of which a value, or an item of a list, is one of a fixed list. */
function getChoiceField(type: ValueType): string | undefined {
  const plain = removeNullable(type);
  if (plain.kind === 'list') return getChoiceField(plain.item);
  return plain.kind === 'choice' ? plain.of : undefined;
}

function renameLiteral(names: NewerNames, of: string, node: Expression): Expression {
  if (node.op === 'literal') {
    return typeof node.value === 'string' ? { ...node, value: names.value(of, node.value) } : node;
  }
  if (node.op === 'list')
    return { ...node, items: node.items.map((expression) => renameLiteral(names, of, expression)) };
  if (node.op !== 'choose') return node;
  return {
    ...node,
    ...createChoice(node.when, renameLiteral(names, of, node.then), renameLiteral(names, of, node.otherwise)),
  };
}

type Choice = Pick<Expression & { readonly op: 'choose' }, 'when' | 'then' | 'otherwise'>;

function createChoice(when: Expression, then: Expression, otherwise: Expression): Choice {
  return { when, then, otherwise };
}

/** The names of fields and members that have another type. */
const collectRetypedFields = memo(({ old, now, renamed }: Comparison): ReadonlySet<string> => {
  const schemas = ({ plan }: typeof old) => [
    ...plan.resources.flatMap(({ name, fields }) => fields.map((field) => [name, field] as const)),
    ...plan.objects.flatMap(({ name, members }) => members.map((member) => [name, member] as const)),
  ];
  const before = new Map(schemas(old).map(([of, field]) => [`${of}.${field.name}`, field.schema]));
  return new Set(
    schemas(now).flatMap(([of, { name, schema }]) => {
      const was = before.get(`${of}.${renamed.field(of, name)}`);
      return was === undefined || was.type === schema.type ? [] : [name];
    }),
  );
});

const conversions = new Set(['int', 'double', 'string', 'timestamp', 'date']);

function removeConversions(node: unknown, names: ReadonlySet<string>): unknown {
  if (typeof node !== 'object' || node === null || names.size === 0) return node;
  if (Array.isArray(node)) return node.map((item) => removeConversions(item, names));
  const { op, name, of } = node as { op?: unknown; name?: string; of?: readonly Expression[] };
  const [inner] = op === 'call' && conversions.has(name!) && of!.length === 1 ? of! : [];
  if (inner?.op === 'path' && names.has(inner.steps.at(-1)?.name ?? '')) return inner;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, removeConversions(value, names)]));
}
