import type { FileFailure, FilePart, FileStore, UploadDraft } from '../../contracts/files.ts';
import type { RequestUpload } from '../../contracts/request-context.ts';
import type { StoredUpload, Uploads } from '../../contracts/uploads.ts';
import { readStoredFile, type StoredFile, writeStoredFile } from '../../plan/files/stored-file.ts';
import { createFileJudge } from '../files/receiving.ts';
import type { BegunRequest } from './incoming.ts';

/** Returns what an operation receives of an upload whose content is known. */
export function receiveKnown(
  { id, expiresAt }: StoredUpload,
  { fields }: BegunRequest,
  receive: RequestUpload['receive'],
): RequestUpload {
  return { id, expiresAt, fields, receive };
}

/** The dependencies of a complete upload. */
export interface Completing {
  readonly upload: StoredUpload;
  readonly begun: BegunRequest;
  readonly draft: UploadDraft;
  readonly holder: string;
  readonly uploads: Uploads;
  readonly files: FileStore;
}

/** Judges and stores the content of a complete upload; returns the file. */
export async function receiveComplete(
  { upload, begun, draft, holder, uploads, files }: Completing,
  part: FilePart,
): Promise<StoredFile | FileFailure> {
  if (upload.length > part.limits.most) return { failure: 'too large' };
  if (upload.file !== undefined) {
    const file = readStoredFile(upload.file);
    if ((await files.find(file.hash)) !== undefined) return file;
  }
  const judge = createFileJudge(part, begun);
  let file: StoredFile | undefined;
  const kept = await draft.keep(judge.add, async (hash) => {
    const wrong = judge.end();
    if (wrong !== undefined) return wrong;
    file = judge.name(hash);
    // From here on a sweep leaves the content alone.
    if (!(await uploads.note(upload.id, holder, writeStoredFile(file)))) throw new Error('the upload was lost');
    return undefined;
  });
  return typeof kept === 'string' ? file! : { wrong: kept };
}
