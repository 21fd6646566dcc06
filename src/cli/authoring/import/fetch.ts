import type { FetchFile } from '../../../import/index.ts';
import { mostSourceBytes } from '../../../import/source/open.ts';

/** Creates what fetches a file of another host, without credentials: at most 64 MiB, within 30 seconds. */
export function createFetch(milliseconds = 30_000, mostBytes = mostSourceBytes): FetchFile {
  return (url) => fetchFile(url, milliseconds, mostBytes);
}

async function fetchFile(url: string, milliseconds: number, mostBytes: number): ReturnType<FetchFile> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(milliseconds), headers: { Accept: '*/*' } });
    if (!response.ok) {
      await response.body?.cancel();
      return { why: `Its host answers ${response.status}.` };
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body ?? []) {
      size += piece.length;
      if (size > mostBytes) return { why: 'It is larger than 64 MiB.' };
      pieces.push(piece);
    }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)) };
  } catch (error) {
    const isLate = (error as Error).name === 'TimeoutError';
    return { why: isLate ? 'Its host does not answer within 30 seconds.' : 'It cannot be fetched.' };
  }
}
