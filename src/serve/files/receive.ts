import type { FileFailure, FilePart, FileStore, Files } from '../../contracts/files.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Incoming } from '../../contracts/request-context.ts';
import { readDisposition } from '../../plan/files/file-names.ts';
import { isStoredFile, type StoredFile } from '../../plan/files/stored-file.ts';
import { keepPace, TooSlow } from './pace.ts';
import { readDeclaredType, receiveFile } from './receiving.ts';

/** Opens what stores the files of requests. */
export function openFiles(store: FileStore, platform: Platform): Files {
  return {
    store,
    receiveContent: (incoming, part) => receiveContent(store, incoming, part, platform),
    receiveForm: async (incoming, parts, most) => {
      const { receiveForm } = await import('./multipart.ts');
      const pieces = keepPace(piecesOf(incoming), platform);
      return receiveForm({ store, pieces, type: incoming.header('content-type') ?? '', parts, most }).catch(toFailure);
    },
  };
}

function piecesOf(incoming: Incoming): AsyncIterable<Uint8Array> {
  if (incoming.pieces === undefined) throw new Error('a request of the service itself has no file');
  return incoming.pieces();
}

async function receiveContent(
  store: FileStore,
  incoming: Incoming,
  part: FilePart,
  platform: Platform,
): Promise<StoredFile | FileFailure> {
  const length = Number(incoming.header('content-length') ?? 0);
  if (length > part.limits.most) return { failure: 'too large' };
  const type = readDeclaredType(incoming.header('content-type'));
  const file = await receiveFile(store, part, { name: readDisposition(incoming.header('content-disposition')), type });
  let kept = false;
  try {
    for await (const piece of keepPace(piecesOf(incoming), platform)) {
      const wrong = await file.write(piece);
      if (wrong !== undefined) return wrong.problem === 'too long' ? { failure: 'too large' } : { wrong };
    }
    const ended = await file.end();
    if (!isStoredFile(ended)) return { wrong: ended };
    kept = true;
    return ended;
  } catch (error) {
    return toFailure(error);
  } finally {
    if (!kept) await file.drop();
  }
}

/** Reads why a body did not arrive; rethrows faults of the service and its disk. */
function toFailure(error: unknown): FileFailure {
  if (error instanceof TooSlow) return { failure: 'timed out' };
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || (error as Error).message === 'aborted')
    return { failure: 'cut off' };
  throw error;
}
