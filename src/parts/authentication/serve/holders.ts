import type { Caller } from '../../../contracts/caller.ts';
import type { Compiled, CompiledResource } from '../../../contracts/compiled.ts';
import { identifyHolder, type Verifier } from '../../../contracts/credentials.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Store } from '../../../contracts/store.ts';
import { getIdentityType, readIdentity } from '../../../plan/fields/identity-type.ts';
import type { Plan } from '../../../plan/plan.ts';
import { createRowFiller } from '../../../plan/records/row.ts';
import { findLastUse, findSessionResource } from '../../../plan/records/sessions.ts';
import { getNotGoneConditions } from '../../endpoints/serve/lists/list.ts';
import { type CallerAttribute, listCallerAttributes, readAttribute } from './attributes.ts';

/** The dependencies of the lookup of holders. */
export interface HolderDependencies {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Pick<Store, 'prepare'>;
  /** Notes a request with a credential of a session, by its ID and the cell of its last use. */
  noteUse(session: string, lastUse: unknown, now: number): void;
}

/**
 * Lets a verifier read the record that holds a credential, for each request: there is no caller without the record, and the attributes that
 * are its fields have the values of now. Returns the verifiers of other schemes as they are.
 */
export function withHolder(deps: HolderDependencies, verifier: Verifier): Verifier {
  const { plan, compiled } = deps;
  const scheme = plan.authentication.schemes.find(({ name }) => name === verifier.scheme);
  const holder = scheme?.holder;
  const resource = holder === undefined ? undefined : compiled.resources.get(holder);
  if (scheme === undefined || resource === undefined) return verifier;
  const type = getIdentityType(plan, resource.plan);
  const own = listCallerAttributes(plan).filter(({ from }) => from !== undefined);
  const fields = own.map(({ from }) => from!);
  const create = scheme.sessions === undefined ? createHolderLookup : createSessionLookup;
  const { find, first } = create(deps, resource, fields);
  const withFields = createFieldReader(resource, own, first);
  return {
    ...verifier,
    find: (text, now) =>
      then(verifier.find(text, now), (caller) => {
        // One that was issued to another holder, such as a record of the resource that logged in before, is not of this record.
        if (caller === undefined || caller.client !== identifyHolder(scheme, caller.id)) return undefined;
        const id = readIdentity(type, caller.id);
        if (id === undefined) return undefined;
        return then(find(caller, id, now), (cells) => cells && withFields(caller, cells));
      }),
  };
}

/** How the records of a credential are found. */
interface Lookup {
  /** Finds them by the identity of the holder: cells that end with fields of the holder, undefined if a record is not there. */
  find(caller: Caller, id: unknown, now: number): MaybePromise<readonly unknown[] | undefined>;
  /** The index of the first field of the holder. */
  readonly first: number;
}

/** Creates what finds the record that holds a credential. */
function createHolderLookup(
  { store }: HolderDependencies,
  resource: CompiledResource,
  fields: readonly string[],
): Lookup {
  const conditions = [{ kind: 'equal' as const, field: resource.plan.identity }, ...getNotGoneConditions({ resource })];
  const query = store.prepare({ resource: resource.plan.name, conditions, fields });
  return { find: (_, id, now) => query.one({ conditions: [id], now }), first: 0 };
}

/** Creates what finds the record of the session of a credential, without which it has ended, and with it the record of its holder. */
function createSessionLookup(
  { plan, compiled, store, noteUse }: HolderDependencies,
  of: CompiledResource,
  fields: readonly string[],
): Lookup {
  const { resource, holder } = findSessionResource(plan)!;
  const type = getIdentityType(plan, resource);
  // A session is deleted with its holder: where it is, the holder is.
  const isImplied = fields.length === 0 && getNotGoneConditions({ resource: of }).length === 0;
  const lastUse = findLastUse(resource);
  const own = lastUse === undefined ? [] : [lastUse.name];
  const query = store.prepare({
    resource: resource.name,
    conditions: [
      { kind: 'equal', field: resource.identity },
      { kind: 'equal', field: holder.name },
      ...getNotGoneConditions({ resource: compiled.resources.get(resource.name)! }),
    ],
    fields: own,
    ...(isImplied ? {} : { follows: { field: holder.name, fields } }),
  });
  return {
    find({ session }, subject, now) {
      const id = session === undefined ? undefined : readIdentity(type, session);
      if (id === undefined) return undefined;
      return then(query.one({ conditions: [id, subject], now }), (cells) => {
        if (cells !== undefined && lastUse !== undefined) noteUse(session!, cells[0], now);
        return cells;
      });
    },
    first: own.length,
  };
}

/**
 * Creates what replaces the attributes of a caller that are fields of its record. A caller whose attributes are those of its last request is
 * the same object, by which its rights are found.
 */
function createFieldReader(
  { plan, toRecord }: CompiledResource,
  own: readonly CallerAttribute[],
  first: number,
): (caller: Caller, cells: readonly unknown[]) => Caller {
  if (own.length === 0) return (caller) => caller;
  const last = new WeakMap<Caller, { readonly cells: readonly unknown[]; readonly current: Caller }>();
  const fill = createRowFiller(
    plan,
    own.map(({ from }) => from!),
  );
  return (caller, cells) => {
    const before = last.get(caller);
    if (before !== undefined && own.every((_, at) => cells[first + at] === before.cells[first + at]))
      return before.current;
    const record = toRecord(fill(cells.slice(first)));
    const values: Record<string, unknown> = { ...caller.values };
    for (const attribute of own) {
      const stored = record[attribute.from!];
      const value = stored === null ? undefined : readAttribute(attribute, stored);
      if (value !== undefined) values[attribute.name] = value;
      else delete values[attribute.name];
    }
    const current = { ...caller, values };
    last.set(caller, { cells, current });
    return current;
  };
}
