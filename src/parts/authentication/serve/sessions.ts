import { type CredentialService, identifyHolder, type NewCredential } from '../../../contracts/credentials.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { ServiceContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Ended, IssuedInSession, Sessions } from '../../../contracts/sessions/sessions.ts';
import { getIdentityType, readIdentity } from '../../../plan/fields/identity-type.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { findSessionResource, type SessionRecordsPlan } from '../../../plan/records/sessions.ts';
import { getNotGoneConditions } from '../../endpoints/serve/lists/list.ts';
import { resolveLifetime } from './credentials/credential.ts';
import { createRefreshing, makeSession, type Refreshing } from './sessions/refreshing.ts';
import { createSessionValues } from './sessions/values.ts';

/** The dependencies of sessions. */
export interface SessionDependencies
  extends Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'inner' | 'platform'> {
  readonly keys: CredentialService;
}

/** Creates what begins and ends the sessions of a service. */
export function createSessions(deps: SessionDependencies): Sessions {
  const { plan, keys } = deps;
  const { schemes } = plan.authentication;
  const find = (name: string): SchemePlan => schemes.find((scheme) => scheme.name === name)!;
  const records = findSessionResource(plan);
  if (records === undefined || schemes.every(({ sessions }) => sessions === undefined)) {
    const { platform } = deps;
    const refreshing = createRefreshing({
      keys,
      platform,
      goesOn: async () => true,
      end: async (ctx, session) => keys.endSession(session, ctx.now, ctx.transaction!),
    });
    return {
      async issue(ctx, credential, refreshed) {
        if (refreshed !== true) return keys.make(credential, ctx.now, ctx.transaction);
        const session = makeSession(platform);
        return refreshing.begin(ctx, find(credential.scheme), { ...credential, session });
      },
      refresh: (ctx, scheme, text) => refreshing.refresh(ctx, find(scheme), text),
      end: (ctx, { credential, session }) =>
        then(session === undefined ? undefined : keys.endSession(session, ctx.now, ctx.transaction!), () =>
          keys.revoke(credential, ctx.now, ctx.transaction),
        ),
      remove: () => false,
      endAll: (ctx, scheme, subject, except) =>
        keys.revoke(identifyHolder(find(scheme), subject), ctx.now, ctx.transaction, except?.credential),
    };
  }
  const create = createBeginning(deps, records);
  const { remove, removeAll, has } = createRemovals(deps, records);
  const refreshing = createRefreshing({
    ...deps,
    goesOn: has,
    async end(ctx, session) {
      // The credentials end though the deletion of the record is refused.
      const removed = await remove(ctx, session);
      if (removed !== true) await keys.endSession(session, ctx.now, ctx.transaction!);
    },
  });
  return {
    issue(ctx, credential, refreshed) {
      const scheme = find(credential.scheme);
      const { sessions } = scheme;
      if (sessions === undefined || credential.kind !== 'token') return keys.make(credential, ctx.now, ctx.transaction);
      return create(ctx, scheme, credential, refreshed === true ? refreshing : undefined);
    },
    refresh: (ctx, scheme, text) => refreshing.refresh(ctx, find(scheme), text),
    end: (ctx, { credential, session }) =>
      then(session === undefined ? false : remove(ctx, session), (removed) =>
        typeof removed === 'object'
          ? removed
          : then(keys.revoke(credential, ctx.now, ctx.transaction), (revoked) => revoked || removed),
      ),
    remove,
    endAll: async (ctx, name, subject, except) => {
      const scheme = find(name);
      const removed = scheme.sessions === undefined ? false : await removeAll(ctx, subject, except?.session);
      if (typeof removed === 'object') return removed;
      const client = identifyHolder(scheme, subject);
      return (await keys.revoke(client, ctx.now, ctx.transaction, except?.credential)) || removed;
    },
  };
}

/** Creates what begins a session: its record, which finds its values in the request, then its credential. */
function createBeginning(
  { plan, keys, inner }: SessionDependencies,
  { resource, holder, of }: SessionRecordsPlan,
): (
  ctx: RequestContext,
  scheme: SchemePlan,
  credential: NewCredential,
  refreshing: Refreshing | undefined,
) => Promise<IssuedInSession> {
  const type = getIdentityType(plan, plan.resources.find(({ name }) => name === of)!);
  const valuesOf = createSessionValues(resource);
  return async (ctx, scheme, credential, refreshing) => {
    const id = readIdentity(type, credential.subject ?? '');
    const lifetime = Math.min(
      credential.lifetime ?? Number.POSITIVE_INFINITY,
      resolveLifetime(scheme, refreshing === undefined ? 'token' : 'refresh') ?? Number.POSITIVE_INFINITY,
    );
    const input = { [holder.name]: id, ...valuesOf(ctx, ctx.now + lifetime) };
    const done = await inner()
      .of('create', resource.name)
      .run({ ctx, input, checked: false, whole: true, asService: true });
    if ('refusal' in done) return done;
    const session = String(done.record![resource.identity]);
    if (refreshing !== undefined) return refreshing.begin(ctx, scheme, { ...credential, session });
    return keys.make({ ...credential, session }, ctx.now, ctx.transaction);
  };
}

interface Removals {
  /** Deletes the record of a session, which ends its credentials. */
  remove(ctx: RequestContext, session: string): Promise<Ended>;
  /** Whether there is the record of a session of a subject. */
  has(ctx: RequestContext, session: string, subject: string): Promise<boolean>;
  /** Deletes the records of the sessions of a subject, but for one. */
  removeAll(ctx: RequestContext, subject: string, except: string | undefined): Promise<Ended>;
}

function createRemovals(
  { plan, compiled, store, inner }: SessionDependencies,
  { resource, holder, of }: SessionRecordsPlan,
): Removals {
  const { name, identity } = resource;
  const own = getIdentityType(plan, resource);
  const subjects = getIdentityType(plan, plan.resources.find((other) => other.name === of)!);
  // A session that is kept as gone has ended.
  const alive = getNotGoneConditions({ resource: compiled.resources.get(name)! });
  // Without an order the store reads along the index of the reference, and locks each row that it finds.
  const byHolder = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: holder.name }, ...alive] });
  const one = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }, ...alive] });
  const removeById = async (ctx: RequestContext, id: unknown): Promise<Ended> => {
    const row = await ctx.transaction!.bind(one).one({ conditions: [id], now: ctx.now });
    if (row === undefined) return false;
    const done = await inner().of('delete', name).run({ ctx, id, input: {}, checked: false, asService: true });
    return 'refusal' in done ? done : true;
  };
  const ofSubject = store.prepare({
    resource: name,
    conditions: [
      { kind: 'equal', field: identity },
      { kind: 'equal', field: holder.name },
      ...getNotGoneConditions({ resource: compiled.resources.get(name)! }),
    ],
  });
  return {
    async has(ctx, session, subject) {
      const conditions = [readIdentity(own, session), readIdentity(subjects, subject)];
      if (conditions.includes(undefined)) return false;
      return (await ctx.transaction!.bind(ofSubject).one({ conditions, now: ctx.now })) !== undefined;
    },
    async remove(ctx, session) {
      const id = readIdentity(own, session);
      return id === undefined ? false : removeById(ctx, id);
    },
    async removeAll(ctx, subject, except) {
      const id = readIdentity(subjects, subject);
      if (id === undefined) return false;
      const { toRecord } = compiled.resources.get(name)!;
      const { rows } = await ctx.transaction!.bind(byHolder).many({ conditions: [id], now: ctx.now });
      let removed = false;
      for (const row of rows) {
        const session = toRecord(row)[identity];
        if (String(session) === except) continue;
        const done = await removeById(ctx, session);
        if (typeof done === 'object') return done;
        removed ||= done;
      }
      return removed;
    },
  };
}
