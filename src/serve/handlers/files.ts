import type { FileStore } from '../../contracts/files.ts';
import { type FileLimits, getFileLimits } from '../../plan/files/file-limits.ts';
import { cleanFileName } from '../../plan/files/file-names.ts';
import { isStoredFile, type StoredFile } from '../../plan/files/stored-file.ts';
import type { Plan } from '../../plan/plan.ts';
import { describeValue } from '../../text/shown.ts';
import { readDeclaredType, receiveFile } from '../files/receiving.ts';
import { needFew, needOptions, suggestName } from './arguments.ts';
import { begin, type Run } from './run.ts';

/** The dependencies of the files of handlers. */
export interface FileCode {
  readonly plan: Pick<Plan, 'resources'>;
  /** Undefined of a service without files. */
  readonly files?: FileStore | undefined;
}

/** Makes the files of a run: contents are read, and with `save` stored. */
export type FilesOf = (run: Run, kind: 'reads' | 'writes') => object;

/** The bytes that are read at once. */
const pieceBytes = 65_536;

/** Makes what code reads and stores contents by. */
export function createFilesOf({ plan, files }: FileCode): FilesOf {
  const fields = new Map<string, { readonly field: string; readonly limits: FileLimits }>(
    plan.resources.flatMap(({ name, fields: all }) =>
      all.flatMap(({ name: field, schema }) =>
        schema.type === 'file' ? [[`${name}.${field}`, { field, limits: getFileLimits(schema) }] as const] : [],
      ),
    ),
  );
  const save = async (run: Run, what: string, given: readonly unknown[]): Promise<StoredFile> => {
    const [name, content, options] = given;
    needFew(what, given, 3);
    needOptions(what, options, { name: 'string', type: 'string' });
    const found = fields.get(String(name));
    if (found === undefined || files === undefined) {
      const near = suggestName(name, fields.keys());
      throw new Error(`${what}: there is no field of type \`file\` with this name${near}`);
    }
    const { name: called = '', type } = (options ?? {}) as { readonly name?: string; readonly type?: string };
    const declared = { name: cleanFileName(called), type: readDeclaredType(type) };
    const file = await receiveFile(files, { name: found.field, limits: found.limits }, declared);
    let isKept = false;
    try {
      for await (const piece of iterateContent(what, content)) {
        run.ctx.signal.throwIfAborted();
        const wrong = await file.write(piece);
        if (wrong !== undefined) throw new Error(`${what}: the content ${wrong.message}`);
      }
      const ended = await file.end();
      if (!isStoredFile(ended)) throw new Error(`${what}: the content ${ended.message}`);
      isKept = true;
      return ended;
    } finally {
      if (!isKept) await file.drop();
    }
  };
  return (run, kind) => ({
    read: (file: unknown) => createContentReader(run, files, file),
    ...(kind === 'reads'
      ? {}
      : {
          save: (...given: readonly unknown[]) => {
            const what = `files.save('${String(given[0])}')`;
            return begin(run, what, 'writes', () => save(run, what, given));
          },
        }),
  });
}

/** The content of a file as code reads it: its pieces in order, or all of it. */
function createContentReader(run: Run, files: FileStore | undefined, file: unknown): object {
  const what = 'files.read(…)';
  if (!isStoredFile(file))
    throw new Error(`${what}: takes a file of a record or of the input, found ${describeValue(file)}`);
  const iterate = (): AsyncIterableIterator<Uint8Array> => {
    const pieces = readPieces(files, file);
    return {
      next: () =>
        begin(run, what, 'reads', () => {
          run.ctx.signal.throwIfAborted();
          return pieces.next();
        }),
      return: () => pieces.return(undefined),
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
  const bytes = async (): Promise<Uint8Array> => {
    const all = new Uint8Array(file.size);
    let at = 0;
    for await (const piece of iterate()) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  };
  return {
    [Symbol.asyncIterator]: iterate,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

async function* readPieces(files: FileStore | undefined, { hash, size }: StoredFile): AsyncGenerator<Uint8Array> {
  const content = await files?.find(hash);
  if (content === undefined) throw new Error('the content of a file is not in the store of files');
  const open = await content.open();
  try {
    for (let at = 0; at < size; ) {
      const piece = await open.read(at, Math.min(pieceBytes, size - at));
      if (piece.length === 0) throw new Error('the content of a file is shorter than its record says');
      at += piece.length;
      // Code may keep a piece: it has a memory of its own.
      yield Uint8Array.from(piece);
    }
  } finally {
    await open.close();
  }
}

/** Goes through content that code gives: a string, bytes, a Blob, or pieces of bytes. */
async function* iterateContent(what: string, content: unknown): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield new TextEncoder().encode(content);
  else if (content instanceof Uint8Array) yield Uint8Array.from(content);
  else if (content instanceof Blob) yield* content.stream() as unknown as AsyncIterable<Uint8Array>;
  else if (typeof content === 'object' && content !== null && Symbol.asyncIterator in content) {
    for await (const piece of content as AsyncIterable<unknown>) {
      if (!(piece instanceof Uint8Array))
        throw new Error(`${what}: each piece of the content must be a Uint8Array, found ${describeValue(piece)}`);
      // Code may change a piece later, before it is written.
      yield Uint8Array.from(piece);
    }
  } else {
    const forms = 'a string, a Uint8Array, a Blob or an async iterable of Uint8Array';
    throw new Error(`${what}: the content must be ${forms}, found ${describeValue(content)}`);
  }
}
