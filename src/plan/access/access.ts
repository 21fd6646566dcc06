import { memo } from '../../text/memo.ts';
import { operationKinds } from '../kinds.ts';
import { beginsSession, type OperationPlan } from '../operation.ts';
import type { WholePlan } from '../whole.ts';
import { type Audience, listAudiences } from './audiences.ts';
import { listOtherChanges, type OtherChange } from './changes.ts';
import { type FieldAccess, type HiddenField, listFieldAccess, listHiddenFields } from './fields.ts';
import { getPermission, type Permission } from './permissions.ts';
import { listReveals, type Reveal } from './reveals.ts';

/** The permissions of each audience, computed from the plan once for the command, the documentation page and others. */
export interface Access {
  readonly audiences: readonly Audience[];
  /** The operations of the plan in its order. */
  readonly operations: readonly OperationAccess[];
  /** The row rules that decide some permission, each once, with the lines of their rows. */
  readonly conditions: readonly ConditionLines[];
  readonly fields: readonly FieldAccess[];
  readonly hidden: readonly HiddenField[];
  readonly reveals: readonly Reveal[];
  readonly changes: readonly OtherChange[];
}

/** An operation with the permission of each audience, in the order of `audiences`. */
export interface OperationAccess {
  readonly operation: OperationPlan;
  readonly permissions: readonly Permission[];
}

/** A row rule as the document has it; `label` is the short name by which a table refers to it. */
export interface ConditionLines {
  readonly label: string;
  readonly words: string;
  readonly lines: readonly number[];
}

/** Computes the permissions of each audience of a plan. */
export const describeAccess = memo((plan: WholePlan): Access => {
  const audiences = listAudiences(plan);
  const operations = plan.operations.map((operation) => ({
    operation,
    permissions: audiences.map((audience) =>
      withGaps(getPermission(plan, operation, audience), listUnstatedRows(plan, audience)),
    ),
  }));
  return {
    audiences,
    operations,
    conditions: listConditions(operations),
    fields: listFieldAccess(plan),
    hidden: listHiddenFields(plan),
    reveals: listReveals(plan),
    changes: listOtherChanges(plan),
  };
});

/** The lines of the rows of an audience whose Allows is not shown. */
function listUnstatedRows({ authentication }: WholePlan, audience: Audience): readonly number[] {
  const rows = authentication.scopeRows ?? [];
  return rows.filter(({ name, allows }) => name === audience && allows.length === 0).map(({ line }) => line);
}

function withGaps(permission: Permission, lines: readonly number[]): Permission {
  return lines.length === 0 ? permission : { ...permission, notShown: [...permission.notShown, ...lines] };
}

function listConditions(operations: readonly OperationAccess[]): readonly ConditionLines[] {
  const found = new Map<string, Set<number>>();
  for (const { permissions } of operations) {
    for (const { words, line } of permissions.flatMap(({ may, by }) => (may === 'some' ? by : []))) {
      if (words !== undefined) found.set(words, (found.get(words) ?? new Set()).add(line));
    }
  }
  const placed = [...found].map(([words, lines]) => ({ words, lines: [...lines].sort((a, b) => a - b) }));
  const inOrder = placed.sort((left, right) => left.lines[0]! - right.lines[0]!);
  return inOrder.map((condition, at) => ({ label: toLabel(at), ...condition }));
}

/** Returns a label of letters: `a` to `z`, then `aa`. */
function toLabel(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : toLabel(Math.floor(at / 26) - 1) + last;
}

/** Returns the labels of the row rules under which a permission holds. */
export function listLabels({ conditions }: Access, { may, by }: Permission): readonly string[] {
  if (may !== 'some') return [];
  const words = new Set(by.map((grant) => grant.words));
  return conditions.filter((condition) => words.has(condition.words)).map(({ label }) => label);
}

/** Lists the operations that issue credentials of a scheme to records that log in or are created. */
export function listIssuers(operations: readonly OperationPlan[], scheme: string): readonly OperationPlan[] {
  return operations.filter(
    ({ session, issues, disabled }) =>
      disabled !== true && (issues === scheme || (beginsSession(session) && session?.scheme === scheme)),
  );
}

/** Lists the operations that requests without a credential may call; `issue token` and `revoke token` take it in their body. */
export function listPublicOperations({ audiences, operations }: Access): readonly OperationPlan[] {
  const at = audiences.indexOf('public');
  return operations.flatMap(({ operation, permissions }) =>
    (permissions[at]?.may ?? 'none') === 'none' || operationKinds[operation.kind].about === 'tokens' ? [] : [operation],
  );
}
