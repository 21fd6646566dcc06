import { always, canHold, entails } from '../../../expression/conditions/entails.ts';
import { listChildNodes } from '../../../expression/references.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Plan } from '../../../plan/plan.ts';
import { listCollidingFields, mayCollide } from '../../../plan/records/collisions.ts';
import { listRunEffects } from '../../../plan/records/written.ts';
import type { ResourcePlan, UniquePlan } from '../../../plan/resource.ts';
import { present } from '../../../text/present.ts';
import type { Comparison } from '../../diff/comparison.ts';
import { renamePath, renameToNewer } from '../../diff/expressions.ts';
import type { FieldModel } from '../model.ts';
import type { OwnerPair, OwnerSide } from './subjects.ts';

/** A unique constraint of one document that none of the other implies. */
export interface UniqueDifference {
  readonly of: string;
  readonly in: 'old' | 'now';
  readonly unique: UniquePlan;
  readonly model: FieldModel | undefined;
  /** Whether a request of the newer document can break it. */
  readonly canBreak: boolean;
  /** Of one that is gone: what the newer document keeps of it. */
  readonly left?: UniquePlan;
}

/**
 * The unique constraints of one document that none of the other implies, of resources that both have: one of fewer fields
 * implies one of more, one that holds always one that holds `while`.
 */
export function compareUniques(comparison: Comparison, owners: readonly OwnerPair[]): UniqueDifference[] {
  return owners.flatMap(({ name: of, old, now }) => {
    if (old?.plan === undefined || now?.plan === undefined) return [];
    const turned = ({ fields, where: holds, ...rest }: UniquePlan): UniquePlan => ({
      ...rest,
      fields: fields.map((name) => renamePath(comparison, of, [name])[0]!),
      ...(holds === undefined ? {} : { where: renameToNewer(comparison, { of }, holds) }),
    });
    const identityOf = ({ identity }: ResourcePlan): UniquePlan => ({
      fields: [identity],
      safe: true,
      words: 'unique',
      line: 0,
    });
    const before = [...old.plan.uniques, identityOf(old.plan)].map((unique) => ({ unique, turned: turned(unique) }));
    const after = [...now.plan.uniques, identityOf(now.plan)];
    const modelOf = ({ model }: OwnerSide, { fields }: UniquePlan): FieldModel | undefined =>
      model.fields.find((field) => field.name.value === fields[0]);
    const added = after.filter((unique) => unique.line > 0 && !before.some((older) => implies(older.turned, unique)));
    const removed = before.filter(
      (older) => older.unique.line > 0 && !after.some((unique) => implies(unique, older.turned)),
    );
    return [
      ...added.map((unique) => {
        const canBreak = !unique.safe || mayMove(comparison.now.plan, now.plan!, unique);
        return { of, in: 'now' as const, unique, model: modelOf(now, unique), canBreak };
      }),
      ...removed.map(({ unique, turned: was }) => {
        const left = after.find((candidate) => candidate.line > 0 && implies(was, candidate));
        return { of, in: 'old' as const, unique, model: modelOf(old, unique), canBreak: false, ...present({ left }) };
      }),
    ];
  });
}

/** Whether an operation, or an effect on the record, can move it to where another record has its number. */
function mayMove({ operations, resources }: Plan, resource: ResourcePlan, unique: UniquePlan): boolean {
  const colliding = listCollidingFields(unique);
  const rows = resources.flatMap(({ machines }) => machines.flatMap(({ transitions }) => transitions));
  const effects = listRunEffects(rows.flatMap(({ others = [] }) => others));
  return (
    operations.some((operation) => operation.resource === resource.name && mayCollide(operation, resource, unique)) ||
    effects.some(
      ({ verb, resource: of, values }) =>
        verb === 'update' && of === resource.name && values.some(({ path }) => colliding.includes(path[0]!)),
    )
  );
}

/**
 * Whether records that one unique constraint keeps apart are those that another does, and more: it has no fields besides, but those
 * that the other's `while` leaves one value. One whose `while` never holds keeps nothing apart.
 */
function implies(unique: UniquePlan, other: UniquePlan): boolean {
  // Records that agree in all but the case of a field are kept apart only by one that ignores the case of the same field.
  const isExact = unique.ignoring === undefined || unique.fields[0] !== other.fields[0];
  if (other.ignoring !== undefined && isExact && unique.fields.includes(other.fields[0]!)) return false;
  if (other.where !== undefined && !canHold(other.where)) return true;
  const more = unique.fields.filter((field) => !other.fields.includes(field));
  const fits = more.length === 0 || (other.where !== undefined && more.every((field) => isFixed(other.where!, field)));
  return fits && entails(other.where ?? always, unique.where ?? always);
}

/** Whether a field has one value wherever a condition holds: a literal of the condition, true or false. */
function isFixed(condition: Expression, field: string): boolean {
  const all: Expression[] = [condition];
  for (const node of all) all.push(...listChildNodes(node));
  const left = all.find((node) => node.op === 'path' && node.steps.length === 1 && node.steps[0]!.name === field);
  if (left === undefined) return false;
  const type = { kind: 'bool' } as const;
  const literals = all.filter((node) => node.op === 'literal');
  const flags =
    left.type.kind === 'bool' ? [true, false].map((value) => ({ op: 'literal', value, type }) as const) : [];
  return [...literals, ...flags].some((right) =>
    entails(condition, { op: 'binary', operator: '==', left, right, type }),
  );
}
