import type { FileDraft, FilePart, FileProblem, FileStore } from '../../contracts/files.ts';
import { isMediaType, nameFile } from '../../plan/files/file-names.ts';
import { describeFileSize, describeMediaTypes } from '../../plan/files/file-words.ts';
import { StoredFile } from '../../plan/files/stored-file.ts';
import { isTextType, judgeType, signatureBytes } from './signatures.ts';

/** A file that is being received. */
export interface ReceivingFile {
  /** Stores bytes; returns what is wrong with the file as soon as it is known. */
  write(bytes: Uint8Array): Promise<FileProblem | undefined>;
  /** Stores the file; returns it, or what is wrong with it. */
  end(): Promise<StoredFile | FileProblem>;
  /** Removes what was received. */
  drop(): Promise<void>;
}

/** The name and type that a client states for a file. */
export interface DeclaredFile {
  readonly name: string;
  /** A media type in lower case, without parameters. */
  readonly type: string;
}

/** Returns the media type of a header without its parameters; that of any bytes if it states none. */
export function readDeclaredType(header: string | undefined): string {
  const type = (header ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  return isMediaType(type) ? type : 'application/octet-stream';
}

/** Judges the content of a file of a field while it passes by. */
export interface FileJudge {
  /** Takes note of bytes; returns what is wrong with the file as soon as it is known. */
  add(bytes: Uint8Array): FileProblem | undefined;
  /** Returns what is wrong with the whole file. */
  end(): FileProblem | undefined;
  /** Returns the file that has the content of a hash. */
  name(hash: string): StoredFile;
}

/** Judges a file of a field: its size and its type. */
export function createFileJudge({ name, limits }: FilePart, declared: DeclaredFile): FileJudge {
  const { least, most, types } = limits;
  const text = types === undefined || !isTextType(declared.type) ? undefined : createTextCheck();
  let head = new Uint8Array(0);
  let size = 0;
  let type: string | undefined;
  const judge = (isWhole: boolean): FileProblem | undefined => {
    const isText = text?.holds(isWhole) ?? true;
    type = types === undefined ? declared.type : judgeType(head, isText, declared.type, types);
    if (type !== undefined) return undefined;
    return { part: name, problem: 'format', message: describeMediaTypes(types!) };
  };
  return {
    add(bytes) {
      size += bytes.length;
      if (size > most) return { part: name, problem: 'too long', message: describeFileSize({ to: String(most) }) };
      text?.add(bytes);
      const isNew = head.length < signatureBytes;
      if (isNew) head = joinHead(head, bytes);
      return isNew && head.length >= signatureBytes ? judge(false) : undefined;
    },
    end() {
      if (size < least) return { part: name, problem: 'too short', message: describeFileSize({ from: String(least) }) };
      return judge(true);
    },
    name: (hash) => new StoredFile(hash, declared.name || nameFile(name, type!), type!, size),
  };
}

/** Begins to receive a file of a field: its size and its type are checked while it arrives. */
export async function receiveFile(store: FileStore, part: FilePart, declared: DeclaredFile): Promise<ReceivingFile> {
  const draft: FileDraft = await store.begin();
  const judge = createFileJudge(part, declared);
  return {
    async write(bytes) {
      const wrong = judge.add(bytes);
      if (wrong !== undefined) return wrong;
      await draft.write(bytes);
      return undefined;
    },
    end: async () => judge.end() ?? judge.name(await draft.keep()),
    drop: () => draft.drop(),
  };
}

function joinHead(head: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const more = bytes.subarray(0, signatureBytes - head.length);
  const joined = new Uint8Array(head.length + more.length);
  joined.set(head);
  joined.set(more, head.length);
  return joined;
}

/** Checks in batches that bytes are UTF-8 without U+0000. */
function createTextCheck(): { add(bytes: Uint8Array): void; holds(isWhole: boolean): boolean } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  return {
    add(bytes) {
      if (!isText) return;
      try {
        isText = !decoder.decode(bytes, { stream: true }).includes('\0');
      } catch {
        isText = false;
      }
    },
    holds(isWhole) {
      if (!isWhole || !isText) return isText;
      try {
        decoder.decode();
        return true;
      } catch {
        return false;
      }
    },
  };
}
