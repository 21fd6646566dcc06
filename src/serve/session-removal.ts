import type { ServiceContext } from '../contracts/operation-context.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import type { EndedPlace } from '../contracts/sessions/credential-store.ts';
import type { Transaction, WriteHow } from '../contracts/store.ts';
import { computeIdleBefore } from '../parts/authentication/serve/credentials/credential.ts';

/** The most ended credentials that are read at once. */
const piece = 100;
/** A session that could not be removed is tried again after this time. */
const pause = 60_000;

/** The dependencies of the removal. */
export type SessionRemoval = Pick<ServiceContext, 'plan' | 'store' | 'platform' | 'sessions'>;

/**
 * Creates what removes the records of sessions whose credentials have all ended. Sessions that cannot be removed stay in the list of ended
 * ones: the list is read on after them, and from its beginning once a minute, so that they keep no other session.
 */
export function createSessionRemoval(
  removal: SessionRemoval,
  how: WriteHow,
  createContext: (transaction: Transaction) => RequestContext,
): () => Promise<void> {
  const { store, platform, sessions } = removal;
  const endIdle = createIdleEnding(removal);
  let told: ReadonlySet<string> = new Set();
  let refused = new Set<string>();
  let begun = platform.now();
  let place: EndedPlace | undefined;
  let isAtEnd = true;
  const remove = async (session: string): Promise<boolean> => {
    const refusal = await store.write(async (transaction) => {
      const ctx = createContext(transaction);
      const isOver = !(await transaction.credentials.hasSession(session, ctx.now));
      const removed = isOver ? await sessions.remove(ctx, session) : false;
      if (typeof removed === 'object') return { result: removed.refusal, undo: true };
      await transaction.credentials.leaveSession(session, ctx.now);
      return { result: undefined, undo: false };
    }, how);
    if (refusal === undefined) return true;
    if (!told.has(session) && !refused.has(session))
      platform.log.warn({ session, error: describeRefusal(refusal) }, 'an ended session could not be removed');
    refused.add(session);
    return false;
  };
  return async () => {
    await endIdle();
    const now = platform.now();
    if (place === undefined || (isAtEnd && Math.abs(now - begun) >= pause)) {
      [begun, place, told, refused] = [now, undefined, refused, new Set()];
    }
    const ended = await store.credentials.endedSessions(now, piece, place);
    isAtEnd = ended.length < piece;
    const removed = new Set<string>();
    for (const { session, ...own } of ended) {
      if (removed.has(session)) continue;
      const before = place;
      // One that fails is passed over, too.
      place = own;
      if (!(await remove(session))) continue;
      removed.add(session);
      if (refused.size === 0) place = before;
    }
  };
}

/** Creates what ends the credentials of sessions that have had no request for the Idle of their scheme. */
function createIdleEnding({ plan, store, platform }: SessionRemoval): () => Promise<void> {
  const scheme = plan.authentication.schemes.find(({ sessions: of }) => of !== undefined)!;
  return async () => {
    const before = computeIdleBefore(scheme, platform.now());
    if (before === undefined) return;
    const idle = await store.credentials.idleSessions(before, piece);
    for (const session of idle)
      await store.write(async ({ credentials }) => {
        await credentials.endIdle(session, before, platform.now());
        return { result: undefined, undo: false };
      });
  };
}

/** Describes a refusal for the log: its code or condition, and the fields at fault. */
export function describeRefusal({ condition, named, fields = [] }: Refusal): string {
  const problems = fields.map(({ pointer, parameter, message }) => `${pointer ?? parameter ?? ''} ${message}`);
  return [named ?? condition, ...problems].join(': ');
}
