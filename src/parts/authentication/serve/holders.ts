import type { Caller } from '../../../contracts/caller.ts';
import type { Compiled } from '../../../contracts/compiled.ts';
import type { Verifier } from '../../../contracts/credentials.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { RecordValue } from '../../../contracts/record.ts';
import type { Store } from '../../../contracts/store.ts';
import { getIdentityType, readIdentity } from '../../../plan/fields/identity-type.ts';
import type { AuthenticationPlan, Plan } from '../../../plan/plan.ts';
import { getNotGoneConditions } from '../../endpoints/serve/lists/list.ts';
import { matchesType } from './claims.ts';

/** The dependencies of the lookup of holders. */
export interface HolderDependencies {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Pick<Store, 'prepare'>;
}

/**
 * Lets a verifier read the record that holds a credential, for each request: there is no caller without the record, and the attributes that
 * are its fields have the values of now. Returns the verifiers of other schemes as they are.
 */
export function withHolder({ plan, compiled, store }: HolderDependencies, verifier: Verifier): Verifier {
  const { schemes, attributes } = plan.authentication;
  const holder = schemes.find(({ name }) => name === verifier.scheme)?.holder;
  const resource = holder === undefined ? undefined : compiled.resources.get(holder);
  if (resource === undefined) return verifier;
  const { identity } = resource.plan;
  const type = getIdentityType(plan, resource.plan);
  const query = store.prepare({
    resource: resource.plan.name,
    conditions: [{ kind: 'equal', field: identity }, ...getNotGoneConditions({ resource })],
  });
  const own = attributes.filter(({ from }) => from !== undefined);
  return {
    ...verifier,
    find: (text, now) =>
      then(verifier.find(text, now), (caller) => {
        if (caller === undefined) return undefined;
        const id = readIdentity(type, caller.id);
        if (id === undefined) return undefined;
        return then(query.one({ conditions: [id], now }), (row) =>
          row === undefined ? undefined : withFields(caller, own, resource.toRecord(row)),
        );
      }),
  };
}

/** Replaces the attributes of a caller that are fields of its record. */
function withFields(caller: Caller, own: AuthenticationPlan['attributes'], record: RecordValue): Caller {
  if (own.length === 0) return caller;
  const values: Record<string, unknown> = { ...caller.values };
  for (const { name, type, from } of own) {
    const value = record[from!];
    if (value !== null && matchesType(type, value)) values[name] = value;
    else delete values[name];
  }
  return { ...caller, values };
}
