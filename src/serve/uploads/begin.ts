import type { OperationContext } from '../../contracts/operation-context.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestUpload } from '../../contracts/request-context.ts';
import type { Store, WriteHow } from '../../contracts/store.ts';
import type { NewUpload, ReservedRecord } from '../../contracts/uploads.ts';
import { createConflicts } from '../../parts/resources/serve/write.ts';
import { nameFile } from '../../plan/files/file-names.ts';
import { describeFileSize } from '../../plan/files/file-words.ts';
import { StoredFile } from '../../plan/files/stored-file.ts';
import { ActiveRequest } from '../request/request-context.ts';
import { refusalIn, runSteps } from '../request/run.ts';
import type { UploadSteps } from '../request.ts';
import type { BegunRequest, UploadIncoming } from './incoming.ts';
import { withoutWrites } from './record-writes.ts';

/** The dependencies of uploads that begin. */
export interface Beginning {
  readonly op: OperationContext;
  readonly steps: UploadSteps;
  readonly store: Store;
  readonly how: WriteHow | undefined;
  now(): number;
}

/** Stands for the content of a file that has not arrived. */
const noContent = '0'.repeat(64);

/** Returns what an operation receives while an upload begins: the file as the client states it. */
function announce(upload: NewUpload, { fields, name, type }: BegunRequest): RequestUpload {
  const { id, expiresAt, length } = upload;
  return {
    ...{ id, expiresAt, fields },
    async receive({ name: part, limits: { least, most, types } }) {
      if (length > most) return { failure: 'too large' };
      if (length < least)
        return { wrong: { part, problem: 'too short', message: describeFileSize({ from: String(least) }) } };
      // The content decides on its type.
      const announced = types === undefined || types.includes(type) ? type : types[0]!;
      return new StoredFile(noContent, name || nameFile(part, announced), announced, length);
    },
  };
}

/**
 * Stores an upload, if its operation would take it: all that it checks before it writes is checked with the announced file, and
 * undone. Reserves the space of the record.
 */
export async function beginUpload(
  { op, steps, store, how, now }: Beginning,
  ctx: ActiveRequest,
  incoming: UploadIncoming,
  upload: NewUpload,
  begun: BegunRequest,
): Promise<Refusal | undefined> {
  const trial = new ActiveRequest(incoming, ctx.operation, ctx.pathValues, op.platform);
  const { caller, presented, linked, grants, version, trace } = ctx;
  Object.assign(trial, { caller, presented, linked, grants, version, trace, until: ctx.until });
  trial.upload = announce(upload, begun);
  const refused = refusalIn(await runSteps(steps.before, trial, 0));
  if (refused !== undefined) return refused;
  const refuse = createConflicts(op);
  return store.write<Refusal | undefined>(async (transaction) => {
    trial.begin(transaction, now());
    let record: ReservedRecord | undefined;
    const judged = await transaction.attempt(async () => {
      record = undefined;
      trial.transaction = withoutWrites(transaction, (written) => {
        record = written;
      });
      return { result: await runSteps(steps.judge, trial, 0), undo: true };
    });
    const refusal = refusalIn(judged);
    if (refusal !== undefined) return { result: refusal, undo: true };
    const conflict = await transaction.uploads.begin(upload, record);
    const full = refuse(conflict, trial.after ?? {});
    return { result: full, undo: full !== undefined };
  }, how);
}
