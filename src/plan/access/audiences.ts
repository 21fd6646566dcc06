import { always, anyOf, type Condition } from '../../expression/conditions/entails.ts';
import type { Expression } from '../../expression/tree.ts';
import { memo } from '../../text/memo.ts';
import type { AccessPlan, OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';

/** Callers by the row that admits them: `public`, `authenticated`, or a scope of their credential. */
export type Audience = string;

/** Turns a row rule of a document into the one that is compared. */
export type RewriteRule = (rule: Expression) => Expression;

type Grant = AccessPlan['grants'][number];
type Called = Pick<OperationPlan, 'access'>;
type Schemes = Pick<Plan, 'authentication'>;

/** Lists the audiences that rows of Scopes admit, the widest first; without scopes, the one that may do everything. */
export const listAudiences = memo((plan: Pick<Plan, 'operations' | 'authentication'>): readonly Audience[] => {
  const { operations, authentication } = plan;
  if (operations.every(({ access }) => access.open)) return [openTo(plan)];
  const kinds = new Set(operations.flatMap(({ access }) => access.grants.map(({ kind }) => kind)));
  return [...(['public', 'authenticated'] as const).filter((kind) => kinds.has(kind)), ...authentication.scopes];
});

/** Lists the rows that admit an audience to an operation: its own, and those of every caller and of everybody. */
export function listGrantsOf({ access }: Called, audience: Audience): readonly Grant[] {
  const wider = listWiderAudiences(audience);
  return access.grants.filter((grant) => wider.includes(getAudience(grant)));
}

/** Returns the audience that a row of Scopes admits. */
export function getAudience({ kind, scope }: Pick<Grant, 'kind' | 'scope'>): Audience {
  return kind === 'scope' ? scope : kind;
}

/** Returns the rule of the rows of one audience; without scopes every caller may do everything, without schemes everyone. */
export function ownRule(
  plan: Schemes,
  { access }: Called,
  audience: Audience,
  of: string | undefined,
  turn: RewriteRule = keep,
): Condition {
  if (access.open) return audience === openTo(plan) ? always : anyOf();
  return anyOf(...access.grants.filter((grant) => getAudience(grant) === audience).flatMap(rulesOf(of, turn)));
}

/** All that an audience may do: what its own rows let it do, and what those of every caller and of everybody do. */
export function combineRules(
  plan: Schemes,
  operation: Called,
  audience: Audience,
  of: string | undefined,
  turn: RewriteRule = keep,
): Condition {
  return anyOf(...listWiderAudiences(audience).map((wider) => ownRule(plan, operation, wider, of, turn)));
}

/** The rule of a row for the records of a resource: none if its Where is not shown. */
function rulesOf(of: string | undefined, turn: RewriteRule): (grant: Grant) => readonly Condition[] {
  return (grant) => {
    const rule = getRule(grant, of);
    if (rule === undefined) return [always];
    return rule === 'disabled' ? [] : [turn(rule)];
  };
}

/** Returns the row rule of a row as it is asked of the records of a resource. */
export function getRule({ where, byResource }: Grant, of: string | undefined): Grant['where'] {
  return of === undefined ? where : (byResource?.[of] ?? where);
}

/** Lists the resources whose records an operation is about: of one on events all that have any. */
export function listConcernedResources({
  access,
  resource,
}: Pick<OperationPlan, 'access' | 'resource'>): readonly (string | undefined)[] {
  const named = new Set(access.grants.flatMap(({ byResource }) => Object.keys(byResource ?? {})));
  return named.size > 0 ? [...named] : [resource];
}

function keep(rule: Expression): Expression {
  return rule;
}

/** An audience with the wider ones that it belongs to. */
function listWiderAudiences(audience: Audience): readonly Audience[] {
  if (audience === 'public') return [audience];
  return audience === 'authenticated' ? ['public', audience] : ['public', 'authenticated', audience];
}

function openTo({ authentication }: Schemes): Audience {
  return authentication.schemes.length === 0 ? 'public' : 'authenticated';
}
