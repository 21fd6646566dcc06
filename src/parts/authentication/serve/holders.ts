import type { Caller } from '../../../contracts/caller.ts';
import type { Compiled } from '../../../contracts/compiled.ts';
import { identifyHolder, type Verifier } from '../../../contracts/credentials.ts';
import { all, then } from '../../../contracts/maybe-promise.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { Store } from '../../../contracts/store.ts';
import { getIdentityType, readIdentity } from '../../../plan/fields/identity-type.ts';
import type { Plan } from '../../../plan/plan.ts';
import { findSessionResource } from '../../../plan/records/sessions.ts';
import { getNotGoneConditions } from '../../endpoints/serve/lists/list.ts';
import { type CallerAttribute, listCallerAttributes, readAttribute } from './attributes.ts';

/** The dependencies of the lookup of holders. */
export interface HolderDependencies {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Pick<Store, 'prepare'>;
  /** Notes a request with a credential of a session, by its ID and the row of its record. */
  noteUse(session: string, row: Row, now: number): void;
}

/**
 * Lets a verifier read the record that holds a credential, for each request: there is no caller without the record, and the attributes that
 * are its fields have the values of now. Returns the verifiers of other schemes as they are.
 */
export function withHolder({ plan, compiled, store, noteUse }: HolderDependencies, verifier: Verifier): Verifier {
  const { schemes } = plan.authentication;
  const scheme = schemes.find(({ name }) => name === verifier.scheme);
  const holder = scheme?.holder;
  const resource = holder === undefined ? undefined : compiled.resources.get(holder);
  if (scheme === undefined || resource === undefined) return verifier;
  const { identity } = resource.plan;
  const type = getIdentityType(plan, resource.plan);
  const notGone = getNotGoneConditions({ resource });
  const query = store.prepare({
    resource: resource.plan.name,
    conditions: [{ kind: 'equal', field: identity }, ...notGone],
  });
  const own = listCallerAttributes(plan).filter(({ from }) => from !== undefined);
  const withFields = createFieldReader(own);
  // A session is deleted with its record: where it is, the record is.
  const isImplied = scheme.sessions !== undefined && own.length === 0 && notGone.length === 0;
  const findSession = scheme.sessions === undefined ? undefined : createSessionLookup({ plan, compiled, store });
  return {
    ...verifier,
    find: (text, now) =>
      then(verifier.find(text, now), (caller) => {
        // One that was issued to another holder, such as a record of the resource that logged in before, is not of this record.
        if (caller === undefined || caller.client !== identifyHolder(scheme, caller.id)) return undefined;
        const id = readIdentity(type, caller.id);
        if (id === undefined) return undefined;
        const row = isImplied ? undefined : query.one({ conditions: [id], now });
        const session = findSession?.(caller, id, now);
        return then(all([row, session]), ([found, of]) => {
          if ((found === undefined && !isImplied) || (findSession !== undefined && of === undefined)) return undefined;
          if (of !== undefined) noteUse(caller.session!, of, now);
          return found === undefined ? caller : withFields(caller, resource.toRecord(found));
        });
      }),
  };
}

/** Creates what finds the record of the session of a credential: without it, the session has ended. */
function createSessionLookup({ plan, compiled, store }: Omit<HolderDependencies, 'noteUse'>) {
  const { resource, holder } = findSessionResource(plan)!;
  const type = getIdentityType(plan, resource);
  const query = store.prepare({
    resource: resource.name,
    conditions: [
      { kind: 'equal', field: resource.identity },
      { kind: 'equal', field: holder.name },
      ...getNotGoneConditions({ resource: compiled.resources.get(resource.name)! }),
    ],
  });
  return ({ session }: Caller, subject: unknown, now: number): MaybePromise<Row | undefined> => {
    const id = session === undefined ? undefined : readIdentity(type, session);
    return id === undefined ? undefined : query.one({ conditions: [id, subject], now });
  };
}

/**
 * Creates what replaces the attributes of a caller that are fields of its record. A caller whose attributes are those of its last request is
 * the same object, by which its rights are found.
 */
function createFieldReader(own: readonly CallerAttribute[]): (caller: Caller, record: RecordValue) => Caller {
  if (own.length === 0) return (caller) => caller;
  const last = new WeakMap<Caller, Caller>();
  return (caller, record) => {
    const values: Record<string, unknown> = { ...caller.values };
    for (const attribute of own) {
      const stored = record[attribute.from!];
      const value = stored === null ? undefined : readAttribute(attribute, stored);
      if (value !== undefined) values[attribute.name] = value;
      else delete values[attribute.name];
    }
    const before = last.get(caller);
    if (before !== undefined && own.every(({ name }) => values[name] === before.values[name])) return before;
    const current = { ...caller, values };
    last.set(caller, current);
    return current;
  };
}
