import type { Condition } from '../../../contracts/store.ts';
import { getNotGoneConditions } from '../../../parts/endpoints/serve/lists/list.ts';
import type { Plan } from '../../../plan/plan.ts';
import { collectChildren } from '../../../plan/records/children.ts';
import { resolveReaders } from '../../../plan/records/readers.ts';
import type { AccessPath, Explainer } from '../../../stores/queries/explained.ts';
import { listRowRules } from './list-readings.ts';

/** Records that refer to those of responses, and the access paths by which they are found. */
export interface ExplainedChildren {
  readonly resource: string;
  /** The field that refers to a record of a response. */
  readonly field: string;
  readonly most: number;
  /** `-created_at`, up to the identity. */
  readonly order: readonly string[];
  /** Sets of scopes whose row rules have the same access path. */
  readonly callers: readonly { readonly scopes: readonly string[]; readonly reading: AccessPath }[];
}

/** Returns the records that responses show because they refer to their records, each field, order and bound once. */
export function listChildrenReadings(plan: Plan, explainer: Explainer): readonly ExplainedChildren[] {
  const all = collectChildren(plan).map(({ resource, field, order, most }) => ({ resource, field, order, most }));
  const distinct = [...new Map(all.map((children) => [JSON.stringify(children), children])).values()];
  return distinct.map(({ resource, field, order, most }) => {
    const of = { resource: { plan: plan.resources.find(({ name }) => name === resource)! } };
    const first: readonly Condition[] = [{ kind: 'each', field, most }, ...getNotGoneConditions(of)];
    const readers = resolveReaders(plan, resource).find((group) => group.length > 0) ?? [];
    const callers = new Map<string, { scopes: string[]; reading: AccessPath }>();
    for (const { scopes, rule } of readers.flatMap((operation) => listRowRules({ operation, ...of }))) {
      const ruled: readonly Condition[] = rule === undefined ? [] : [{ kind: 'any', of: rule }];
      const reading = explainer.read({ resource, conditions: [...first, ...ruled], order });
      const known = callers.get(JSON.stringify(reading));
      if (known === undefined) callers.set(JSON.stringify(reading), { scopes: [scopes], reading });
      else if (!known.scopes.includes(scopes)) known.scopes.push(scopes);
    }
    const names = order.map(({ field: name, descending }) => (descending ? `-${name}` : name));
    return { resource, field, most, order: names, callers: [...callers.values()] };
  });
}
