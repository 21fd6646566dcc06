import type { Expression } from '../../../expression/tree.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { type Comparison, paired, type Side } from '../../comparing/comparison.ts';
import type { AttributeModel, SchemeModel, ScopeModel } from '../model.ts';

/** A scheme in two documents. */
export interface SchemePair {
  readonly name: string;
  readonly old?: SchemeSide;
  readonly now?: SchemeSide;
}

/** A scheme in one document. */
export interface SchemeSide {
  readonly model: SchemeModel;
  readonly plan: SchemePlan;
}

/** What a scope, `anyone` or `any caller` gives, in two documents. */
export interface ScopePair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: ScopeSide;
  readonly now?: ScopeSide;
}

/** The rows of a scope in one document. */
export interface ScopeSide {
  readonly side: Side;
  readonly model: ScopeModel;
  /** By operation: the row rules under which it is allowed, one of which must hold; `always` needs none. */
  readonly gives: ReadonlyMap<string, readonly (Expression | 'always')[]>;
}

/** Operations of one resource that a scope gives in both documents under the same row rules. */
export interface GrantPair {
  readonly comparison: Comparison;
  readonly scope: ScopePair;
  readonly operations: readonly string[];
  readonly resource: string | undefined;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly old: Expression | 'always';
  readonly now: Expression | 'always';
}

/** What `caller` holds, in two documents. */
export interface AttributePair {
  readonly name: string;
  readonly old?: AttributeSide;
  readonly now?: AttributeSide;
}

/** An attribute in one document; `type` as a text that can be compared. */
export interface AttributeSide {
  readonly model: AttributeModel;
  readonly type: string;
}

/** The schemes of both documents. */
export function schemePairs({ old, now }: Comparison): SchemePair[] {
  const schemesOf = ({ service, plan }: Side): SchemeSide[] =>
    service.authentication.schemes.flatMap((model) => {
      const found = plan.authentication.schemes.find(({ name }) => name === model.name.value);
      return found === undefined ? [] : [{ model, plan: found }];
    });
  return paired(schemesOf(old), schemesOf(now), ({ plan }) => plan.name);
}

/** The scopes of both documents, `anyone` and `any caller` among them. */
export function scopePairs(comparison: Comparison): ScopePair[] {
  const pairs = paired(scopesOf(comparison.old), scopesOf(comparison.now), ({ model }) => model.name.value);
  return pairs.map((pair) => ({ ...pair, comparison }));
}

function scopesOf(side: Side): ScopeSide[] {
  const { service, plan } = side;
  return [...Map.groupBy(service.authentication.scopes, ({ name }) => name.value).values()].map(([model]) => {
    const gives = new Map<string, readonly (Expression | 'always')[]>();
    for (const { name, access } of plan.operations) {
      const rules = rulesOf(access, model!.name.value);
      if (rules.length > 0) gives.set(name, rules);
    }
    return { side, model: model!, gives };
  });
}

function rulesOf({ grants }: AccessPlan, name: string): (Expression | 'always')[] {
  return grants.flatMap((grant) => {
    if ((grant.kind === 'scope' ? grant.scope : grant.kind) !== name || grant.where === 'closed') return [];
    return [grant.where ?? ('always' as const)];
  });
}

/** What the scopes that both documents have give in both. */
export function grantPairs(scopes: readonly ScopePair[]): GrantPair[] {
  return scopes.flatMap((scope) => {
    const { old, now, comparison } = scope;
    if (old === undefined || now === undefined) return [];
    const kept = [...now.gives].flatMap(([operation, rules]) => {
      const before = old.gives.get(operation);
      const plan = now.side.plan.operations[indexOf(now.side, operation)];
      if (before === undefined || plan === undefined) return [];
      const reads = plan.kind === 'read' || plan.kind === 'list' || plan.kind === 'stream events';
      return [{ operation, resource: plan.resource, reads, old: either(before), now: either(rules) }];
    });
    const alike = Map.groupBy(kept, (one) => JSON.stringify([one.resource, one.old, one.now]));
    return [...alike.values()].map((all) => ({
      comparison,
      scope,
      operations: all.map(({ operation }) => operation),
      resource: all[0]!.resource,
      reads: all.some(({ reads }) => reads),
      writes: all.some(({ reads }) => !reads),
      old: all[0]!.old,
      now: all[0]!.now,
    }));
  });
}

const places = new WeakMap<Side, ReadonlyMap<string, number>>();

function indexOf(side: Side, operation: string): number {
  const known = places.get(side) ?? new Map(side.plan.operations.map(({ name }, index) => [name, index]));
  places.set(side, known);
  return known.get(operation) ?? -1;
}

function either(rules: readonly (Expression | 'always')[]): Expression | 'always' {
  if (rules.includes('always')) return 'always';
  const [first, ...others] = rules as readonly Expression[];
  return others.reduce<Expression>(
    (left, right) => ({ op: 'binary', operator: '||', left, right, type: { kind: 'bool' } }),
    first!,
  );
}

/** The attributes of callers in both documents. */
export function attributePairs({ old, now }: Comparison): AttributePair[] {
  const attributesOf = ({ service, plan }: Side): AttributeSide[] =>
    service.authentication.caller.map((model) => ({
      model,
      type: JSON.stringify(plan.authentication.attributes.find(({ name }) => name === model.name.value)?.type),
    }));
  return paired(attributesOf(old), attributesOf(now), ({ model }) => model.name.value);
}
