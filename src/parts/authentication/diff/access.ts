import { always, anyOf, type Condition } from '../../../expression/conditions/entails.ts';
import type { Expression } from '../../../expression/tree.ts';
import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Side } from '../../diff/comparison.ts';
import { findSchemeKind } from '../schemes/index.ts';

/** Callers by the row that admits them: `public`, `authenticated`, or a scope of their credential. */
export type Audience = string;

/** Turns a row rule of a document into the one that is compared. */
export type RewriteRule = (rule: Expression) => Expression;

type Called = Pick<OperationPlan, 'access'>;

/** Returns the rule of the rows of one audience; without scopes every caller may do everything, without schemes everyone. */
export function ownRule(
  side: Side,
  { access }: Called,
  audience: Audience,
  of: string | undefined,
  turn: RewriteRule,
): Condition {
  if (access.open) return audience === openTo(side) ? always : anyOf();
  const rows = access.grants.filter((grant) => (grant.kind === 'scope' ? grant.scope : grant.kind) === audience);
  return anyOf(
    ...rows.flatMap(({ where, byResource }) => {
      const rule = of === undefined ? where : (byResource?.[of] ?? where);
      if (rule === undefined) return [always];
      return rule === 'disabled' ? [] : [turn(rule)];
    }),
  );
}

/** All that an audience may do: what its own rows let it do, and what those of every caller and of everybody do. */
export function combineRules(
  side: Side,
  operation: Called,
  audience: Audience,
  of: string | undefined,
  turn: RewriteRule,
): Condition {
  return anyOf(...listWiderAudiences(audience).map((wider) => ownRule(side, operation, wider, of, turn)));
}

/** An audience with the wider ones that it belongs to. */
function listWiderAudiences(audience: Audience): readonly Audience[] {
  if (audience === 'public') return [audience];
  return audience === 'authenticated' ? ['public', audience] : ['public', 'authenticated', audience];
}

function openTo({ plan }: Side): Audience {
  return plan.authentication.schemes.length === 0 ? 'public' : 'authenticated';
}

/** Whether an operation gives records to read. */
export function isReading({ kind }: Pick<OperationPlan, 'kind'>): boolean {
  return operationKinds[kind].changes === 'never';
}

/** Whether tokens of an outside issuer are taken, which may hold scopes that no one here gave them. */
export function hasIssuer({ plan }: Side): boolean {
  return plan.authentication.schemes.some(({ kind }) => findSchemeKind(kind)?.madeBy === 'outside issuer');
}
