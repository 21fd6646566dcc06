import { anyOf, type Condition, canHold, entails } from '../../../expression/conditions/entails.ts';
import { stringifyForm } from '../../../expression/conditions/form.ts';
import { compareStrictness, type Strictness } from '../../../expression/conditions/implies.ts';
import {
  type Audience,
  combineRules,
  listConcernedResources,
  ownRule,
  type RewriteRule,
} from '../../../plan/access/audiences.ts';
import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { findNamed } from '../../../text/find-named.ts';
import type { Span } from '../../../text/location.ts';
import { type Comparison, joinPlans, type Planned, pairByName, type Side } from '../../diff/comparison.ts';
import { renameToNewer } from '../../diff/expressions.ts';
import type { AttributeModel, SchemeModel, ScopeModel } from '../model.ts';
import { findSchemeKind } from '../schemes/index.ts';

/** A scheme in two documents. */
export interface SchemePair {
  readonly name: string;
  readonly old?: SchemeSide;
  readonly now?: SchemeSide;
}

/** A scheme in one document. */
export type SchemeSide = Planned<SchemeModel, SchemePlan>;

/** A scope, `public` or `authenticated` among those of two documents. */
export interface ScopePair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: ScopeModel;
  readonly now?: ScopeModel;
}

/** Operations of one resource that an audience may call otherwise than before, all of them in the same way. */
export interface AccessPair {
  readonly comparison: Comparison;
  readonly audience: Audience;
  readonly operations: readonly string[];
  readonly reads: boolean;
  readonly writes: boolean;
  /** `more`, `less`: the operations were closed to it, or are. */
  readonly change: 'more' | 'less' | Exclude<Strictness, 'same'>;
  readonly old: Span | undefined;
  readonly now: Span | undefined;
}

/** An operation that only the newer document has, and who may read by it what they could not read. */
export interface NewReading {
  readonly operation: string;
  readonly resource: string;
  readonly audience: Audience;
  readonly now: Span | undefined;
}

/** An attribute of `caller` in two documents. */
export interface AttributePair {
  readonly comparison: Comparison;
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
export function pairSchemes({ old, now }: Comparison): SchemePair[] {
  const schemesOf = ({ service, plan }: Side): SchemeSide[] =>
    joinPlans(service.authentication.schemes, (model) => findNamed(plan.authentication.schemes, model.name.value));
  return pairByName(schemesOf(old), schemesOf(now), ({ plan }) => plan.name);
}

/** The scopes of both documents, `public` and `authenticated` among them, each by its first row. */
export function pairScopes(comparison: Comparison): ScopePair[] {
  const pairs = pairByName(listScopes(comparison.old), listScopes(comparison.now), ({ name }) => name.value);
  return pairs.map((pair) => ({ ...pair, comparison }));
}

function listScopes({ service }: Side): ScopeModel[] {
  const rows = Map.groupBy(service.authentication.scopes, ({ name }) => name.value);
  return [...rows.values()].map(([first]) => first!);
}

/**
 * Returns the audiences whose permissions differ, by all rows that admit them, if their own rows differ: differences of wider audiences are
 * reported there. A scope of only one document is reported itself.
 */
export function pairAccess(scopes: readonly ScopePair[], comparison: Comparison): AccessPair[] {
  if (isOpen(comparison.old) || isOpen(comparison.now)) return [];
  const known = new Map(scopes.map((scope) => [scope.name, scope]));
  const audiences = new Set(['public', 'authenticated', ...known.keys()]);
  return [...audiences].flatMap((audience) => {
    const { old, now } = known.get(audience) ?? {};
    const isOwn = audience !== 'public' && audience !== 'authenticated';
    if (isOwn && (old === undefined || now === undefined)) return [];
    const found = comparison.now.plan.operations.flatMap((operation) =>
      findRuleDifferences(comparison, operation, audience),
    );
    return [...Map.groupBy(found, ({ key }) => key).values()].map((alike) => ({
      comparison,
      audience,
      operations: [...new Set(alike.map(({ operation }) => operation.name))],
      reads: alike.some(({ operation }) => isReading(operation)),
      writes: alike.some(({ operation }) => !isReading(operation)),
      change: alike[0]!.change,
      old: old?.span,
      now: now?.span,
    }));
  });
}

interface Difference {
  readonly operation: OperationPlan;
  readonly change: AccessPair['change'];
  readonly key: string;
}

function findRuleDifferences(comparison: Comparison, operation: OperationPlan, audience: Audience): Difference[] {
  const { old, now } = comparison;
  const before = findNamed(old.plan.operations, operation.name);
  if (before === undefined) return [];
  return listConcernedResources(operation).flatMap((of) => {
    const rules = (rule: typeof ownRule): [Condition, Condition] => [
      rule(old.plan, before, audience, of, (expression) => renameToNewer(comparison, { of }, expression)),
      rule(now.plan, operation, audience, of),
    ];
    if (compareStrictness(...rules(ownRule)) === 'same') return [];
    const [was, is] = rules(combineRules);
    const change = compareStrictness(was, is);
    if (change === 'same') return [];
    const told = change === 'unclear' ? change : canHold(was) ? (canHold(is) ? change : 'less') : 'more';
    const key = told === 'more' || told === 'less' ? told : stringifyForm([told, of, was, is]);
    return [{ operation, change: told, key }];
  });
}

function isOpen({ service }: Side): boolean {
  return service.authentication.scopes.length === 0;
}

/** Whether callers with a scope that is gone may do less than before. */
export function losesWith({ comparison, name }: ScopePair): boolean {
  const { old, now } = comparison;
  return old.plan.operations.some((operation) => {
    const after = findNamed(now.plan.operations, operation.name);
    if (after === undefined) return false;
    return listConcernedResources(operation).some((of) => {
      const was = combineRules(old.plan, operation, name, of, (expression) =>
        renameToNewer(comparison, { of }, expression),
      );
      return !entails(was, combineRules(now.plan, after, name, of));
    });
  });
}

/** Returns the operations that let an audience read records of a resource which it could not read before; reported for the widest audience. */
export function findAddedReads(scopes: readonly ScopePair[], comparison: Comparison): NewReading[] {
  const { old, now } = comparison;
  const places = new Set(old.plan.operations.flatMap(({ name, method, path }) => [name, `${method} ${path}`]));
  const held = scopes.filter((scope) => scope.old !== undefined || hasIssuer(old)).map(({ name }) => name);
  const audiences = [...new Set(['public', 'authenticated', ...held])];
  return now.plan.operations.flatMap((operation): NewReading[] => {
    const { name, method, path, resource: of, record } = operation;
    if (of === undefined || record !== undefined || !isReading(operation)) return [];
    if (
      places.has(name) ||
      places.has(`${method} ${path}`) ||
      !old.plan.resources.some((resource) => resource.name === of)
    )
      return [];
    const reading = old.plan.operations.filter(
      (candidate) => candidate.resource === of && candidate.record === undefined && isReading(candidate),
    );
    const audience = audiences.find((candidate) => {
      const turn: RewriteRule = (rule) => renameToNewer(comparison, { of }, rule);
      const was = anyOf(...reading.map((before) => combineRules(old.plan, before, candidate, of, turn)));
      return !entails(combineRules(now.plan, operation, candidate, of), was);
    });
    const model = now.service.endpoints.operations.find((candidate) => candidate.name.text === name);
    return audience === undefined ? [] : [{ operation: name, resource: of, audience, now: model?.name.span }];
  });
}

/** Returns whether a scope is reported itself: rows of `public` and `authenticated` are, next to a document without scopes. */
export function isTold({ comparison, name }: ScopePair): boolean {
  const isOwn = name !== 'public' && name !== 'authenticated';
  return isOwn || isOpen(comparison.old) || isOpen(comparison.now);
}

/** The attributes of callers in both documents. */
export function pairAttributes(comparison: Comparison): AttributePair[] {
  const { old, now } = comparison;
  const attributesOf = ({ service, plan }: Side): AttributeSide[] =>
    service.authentication.caller.map((model) => ({
      model,
      type: JSON.stringify(findNamed(plan.authentication.attributes, model.name.value)?.type),
    }));
  const pairs = pairByName(attributesOf(old), attributesOf(now), ({ model }) => model.name.value);
  return pairs.map((pair) => ({ ...pair, comparison }));
}

/** Whether an operation gives records to read. */
function isReading({ kind }: Pick<OperationPlan, 'kind'>): boolean {
  return operationKinds[kind].changes === 'never';
}

/** Whether tokens of an outside issuer are taken, which may hold scopes that no one here gave them. */
export function hasIssuer({ plan }: Side): boolean {
  return plan.authentication.schemes.some(({ kind }) => findSchemeKind(kind)?.madeBy === 'outside issuer');
}
