import type { CreatedCredential, NewCredential } from '../contracts/credentials.ts';
import type { ServiceContext } from '../contracts/operation-context.ts';
import type { FieldError, RecordValue } from '../contracts/record.ts';
import type { RequestContext } from '../contracts/request-context.ts';
import type { Transaction, WriteHow } from '../contracts/store.ts';
import { createMomentAssigner } from '../parts/resources/serve/assign.ts';
import { getIdentityType, readIdentity } from '../plan/fields/identity-type.ts';
import { isAnySerializable } from '../plan/records/isolation.ts';
import { createRowFiller, readEntryTimestamps } from '../plan/records/row.ts';
import { findLastUse, findSessionResource } from '../plan/records/sessions.ts';
import { ActiveRequest } from './request/request-context.ts';
import { nobody } from './request/system-request.ts';
import { createSessionRemoval, describeRefusal } from './session-removal.ts';

/** Uses are written, and ended sessions are looked for, this often. */
const second = 1000;
/** The last use of a session is written if the one that is stored is older than this. */
const grain = 5 * 60_000;
/** The most uses that are written at once. */
const piece = 100;

/** Keeps the records of sessions: notes their uses, and removes ended sessions. */
export interface SessionKeeper {
  /** Issues a credential outside of a request, as a log in does: it begins a session of a scheme that has them. */
  issue(credential: NewCredential): Promise<CreatedCredential>;
  /** Notes a request with a credential of a session, by its ID and the cell of its last use. */
  noteUse(session: string, lastUse: unknown, now: number): void;
  close(): Promise<void>;
}

/** The dependencies of the keeper. */
export type SessionKeeping = Pick<
  ServiceContext,
  'plan' | 'compiled' | 'store' | 'platform' | 'keys' | 'sessions' | 'hookedChanges'
>;

/** Opens the keeper of a service; what it does in the background stops with `close`. */
export function openSessionKeeper(keeping: SessionKeeping): SessionKeeper {
  const { plan, platform, store, keys, sessions } = keeping;
  const records = findSessionResource(plan);
  const isKept = records !== undefined && plan.authentication.schemes.some((scheme) => scheme.sessions !== undefined);
  const isHooked = keeping.hookedChanges.size > 0;
  const how: WriteHow = {
    ...(isHooked || isAnySerializable(plan, isHooked) ? { serializable: true } : {}),
    ...(isHooked ? { code: true } : {}),
  };
  const createContext = (transaction: Transaction): RequestContext => {
    const ctx = new ActiveRequest(nobody, plan.operations[0]!, [], platform);
    ctx.transaction = transaction;
    ctx.now = platform.now();
    return ctx;
  };
  const issue: SessionKeeper['issue'] = async (credential) => {
    if (!isKept) return keys.make(credential, platform.now());
    const issued = await store.write(async (transaction) => {
      const result = await sessions.issue(createContext(transaction), credential);
      return { result, undo: 'refusal' in result };
    }, how);
    if ('refusal' in issued) throw new Error(`a session cannot begin: ${describeRefusal(issued.refusal)}`);
    return issued;
  };
  if (!isKept) return { issue, noteUse() {}, async close() {} };
  const uses = createUses(keeping);
  const removeEnded = createSessionRemoval(keeping, how, createContext);
  let closed = false;
  let cancel = (): void => {};
  let running: Promise<void> = Promise.resolve();
  let failing = false;
  const arm = (): void => {
    if (closed) return;
    cancel = platform.after(second, () => {
      running = Promise.all([uses.write(), removeEnded()])
        .then(
          () => {
            failing = false;
          },
          (error: unknown) => {
            if (!failing) platform.log.error({ error: String(error) }, 'failed to keep sessions');
            failing = true;
          },
        )
        .then(arm);
    });
  };
  arm();
  return {
    issue,
    noteUse: uses.note,
    async close() {
      closed = true;
      cancel();
      await running;
      await uses.write().catch((error: unknown) => {
        platform.log.error({ error: String(error) }, 'failed to keep sessions');
      });
    },
  };
}

interface Uses {
  note(session: string, lastUse: unknown, now: number): void;
  write(): Promise<void>;
}

/** Notes when sessions were used, if their records show it. */
function createUses({ plan, compiled, store }: SessionKeeping): Uses {
  const { resource } = findSessionResource(plan)!;
  const { toRecord, toRow, compute, validate } = compiled.resources.get(resource.name)!;
  const field = findLastUse(resource);
  if (field === undefined) return { note() {}, async write() {} };
  const toMoment = createMomentAssigner(field);
  const type = getIdentityType(plan, resource);
  const fill = createRowFiller(resource, [field.name]);
  const states = resource.fields.filter(({ state }) => state === true).length;
  const one = store.prepare({
    resource: resource.name,
    conditions: [{ kind: 'equal', field: resource.identity }],
  });
  const waiting = new Map<unknown, number>();
  /** The sessions that were looked at since the last write: another request of the same second adds nothing. */
  const noted = new Set<string>();
  const isOlder = (record: RecordValue, at: number): boolean => {
    const stored = record[field.name] as string | number | bigint | null | undefined;
    return stored === undefined || stored === null || stored < (toMoment(at) as typeof stored);
  };
  const writeOne =
    (transaction: Transaction, id: unknown, at: number) => async (): Promise<{ result: boolean; undo: boolean }> => {
      // One that another transaction has locked is noted again with its next use.
      const row = await transaction.bind(one, 'free').one({ conditions: [id], now: at });
      const record = row && toRecord(row);
      if (row === undefined || record === undefined || !isOlder(record, at)) return { result: false, undo: false };
      const since = readEntryTimestamps(row, states) as (number | null)[];
      const used = { ...record, [field.name]: toMoment(at) };
      const problems: FieldError[] = [];
      compute(used, problems);
      if (problems.length === 0) validate(used, problems, record);
      if (problems.length > 0) return { result: false, undo: false };
      const next = toRow(used, Number(row[0]) + 1, since);
      const conflict = await transaction.update(resource.name, id, next, row);
      return { result: conflict === undefined, undo: conflict !== undefined };
    };
  return {
    note(session, lastUse, now) {
      if (noted.has(session)) return;
      noted.add(session);
      if (isOlder(toRecord(fill([lastUse])), now - grain)) waiting.set(readIdentity(type, session), now);
    },
    async write() {
      noted.clear();
      while (waiting.size > 0) {
        const some = [...waiting].slice(0, piece);
        for (const [id] of some) waiting.delete(id);
        // One order for all instances, so that none waits for another in a circle.
        some.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1));
        await store.write(async (transaction) => {
          for (const [id, at] of some) await transaction.attempt(writeOne(transaction, id, at));
          return { result: undefined, undo: false };
        });
      }
    },
  };
}
