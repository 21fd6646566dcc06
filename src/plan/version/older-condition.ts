import type { Expression, ValueType } from '../../expression/tree.ts';
import type { ValueSchema } from '../schema.ts';
import type { VersionPlan } from '../version.ts';
import { findFieldValues } from './field-values.ts';

/** A condition whose `value` older callers send, by the names of their version, and the resource of its record. */
export interface OlderCondition {
  readonly version: VersionPlan;
  readonly resource: string;
  readonly condition: Expression;
  /** The schema of the values that older callers send; only values out of a list differ. */
  readonly sent: ValueSchema | undefined;
  /** Returns the present value that is compared in place of a sent one. */
  readonly upgrade: (value: string) => string;
}

/**
 * Rewrites a condition so that it holds for the records that older callers see with the sent value: where they see several present
 * values as one, a comparison with it accepts each of them.
 */
export function widenCondition(of: OlderCondition): Expression {
  if (of.sent?.type !== 'choice') return of.condition;
  const sent = of.sent.values.map((older) => ({ older, present: of.upgrade(older) }));
  return widen(of, sent, of.condition);
}

/** A value that older callers send, and the one that is compared. */
type Sent = readonly { readonly older: string; readonly present: string }[];

const bool: ValueType = { kind: 'bool' };

function widen(of: OlderCondition, sent: Sent, node: Expression): Expression {
  if (node.op === 'not') return { ...node, of: widen(of, sent, node.of) };
  if (node.op !== 'binary') {
    if (node.op !== 'choose') return node;
    const then = widen(of, sent, node.then);
    return { ...node, when: widen(of, sent, node.when), then, otherwise: widen(of, sent, node.otherwise) };
  }
  const { operator, left, right } = node;
  if (operator === '&&' || operator === '||')
    return { ...node, left: widen(of, sent, left), right: widen(of, sent, right) };
  const field = isValue(left) ? right : isValue(right) && operator !== 'in' ? left : undefined;
  if (field?.op !== 'path' || field.root !== 'record') return node;
  if (operator === '!=') {
    const wide = widenEquality(of, sent, { ...node, operator: '==' }, field);
    return wide === undefined ? node : { op: 'not', of: wide, type: bool };
  }
  if (operator !== '==' && operator !== 'in') return node;
  return widenEquality(of, sent, node, field) ?? node;
}

function isValue(node: Expression): boolean {
  return node.op === 'path' && node.root === 'value' && node.steps.length === 0;
}

type Comparison = Expression & { readonly op: 'binary' };
type Path = Expression & { readonly op: 'path' };

/** The comparison, for values that other present values of the field stand for too; undefined where it holds as it is. */
function widenEquality(of: OlderCondition, sent: Sent, node: Comparison, field: Path): Expression | undefined {
  const shownAs = collectShownValues(of, field);
  const value = isValue(node.left) ? node.left : node.right;
  const compare = (operator: '==' | '!=', left: Expression, text: string): Expression => {
    const literal: Expression = { op: 'literal', value: text, type: { kind: 'string' } };
    return { op: 'binary', operator, left, right: literal, type: bool };
  };
  const join = (operator: '&&' | '||', left: Expression, right: Expression): Expression => {
    return { op: 'binary', operator, left, right, type: bool };
  };
  let own: Expression = node;
  const others: Expression[] = [];
  for (const { older, present } of sent) {
    const known = shownAs(older);
    if (!known.has(present)) own = join('&&', compare('!=', value, present), own);
    for (const shown of known) {
      if (shown === present) continue;
      const literal: Expression = { op: 'literal', value: shown, type: { kind: 'string' } };
      const holds: Expression =
        node.operator === 'in'
          ? { op: 'binary', operator: 'in', left: literal, right: field, type: bool }
          : compare('==', field, shown);
      others.push(join('&&', compare('==', value, present), holds));
    }
  }
  return own === node && others.length === 0 ? undefined : others.reduce((left, right) => join('||', left, right), own);
}

/** Returns the present values of a field that older callers see as a value, and the one that it became. */
function collectShownValues(
  { version, resource }: OlderCondition,
  field: Path,
): (older: string) => ReadonlySet<string> {
  const owner = field.steps.findLast(({ through }) => through !== undefined)?.through ?? resource;
  const values = findFieldValues(version, owner, field.steps.at(-1)?.name ?? '');
  if (values === undefined) return (older) => new Set([older]);
  const presents = getChoiceValues(field.type);
  return (older) => {
    const shown = presents.filter((value) => values.down(value) === older);
    return new Set([values.up(older), ...shown]);
  };
}

function getChoiceValues(type: ValueType): readonly string[] {
  if (type.kind === 'nullable') return getChoiceValues(type.of);
  if (type.kind === 'list') return getChoiceValues(type.item);
  return type.kind === 'choice' ? type.values : [];
}
