import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FileFailure, FilePart, FileStore, ReceivedForm } from '../../contracts/files.ts';
import { cleanFileName } from '../../plan/files/file-names.ts';
import { isStoredFile, type StoredFile } from '../../plan/files/stored-file.ts';
import { type ReceivingFile, readDeclaredType, receiveFile } from './receiving.ts';

/** A body in parts. */
interface FormBody {
  readonly store: FileStore;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The header `Content-Type`. */
  readonly type: string;
  readonly parts: readonly FilePart[];
  /** The bytes of all of it but the files. */
  readonly most: number;
}

/** The maximum numbers of fields, and of the headers of a part. */
const [mostFields, mostHeaders, headerBytes] = [1_000, 20, 8_192];

/** The maximum number of bytes of boundaries, headers, and the texts around the parts, beyond those of the fields. */
const frameBytes = 1_048_576;

/** The files of a form, and what is wrong with it. */
interface Receiving {
  readonly files: Map<string, ReceivingFile>;
  /** The bytes of files so far. */
  fileBytes: number;
  failure: FileFailure | undefined;
}

/** Receives a body in parts (RFC 7578): files go to the store as they arrive, and nothing of them is in memory as a whole. */
export async function receiveForm({ store, pieces, type, parts, most }: FormBody): Promise<ReceivedForm | FileFailure> {
  const receiving: Receiving = { files: new Map(), fileBytes: 0, failure: undefined };
  let form: ReturnType<typeof openForm>;
  try {
    form = openForm({ store, type, parts, most }, receiving);
  } catch {
    return { malformed: 'must be a multipart form with a boundary' };
  }
  let kept = false;
  try {
    for await (const piece of pieces) {
      await form.write(piece);
      if (receiving.failure !== undefined) return receiving.failure;
    }
    await form.end();
    if (receiving.failure !== undefined) return receiving.failure;
    const files = new Map<string, StoredFile>();
    for (const [name, file] of receiving.files) {
      const ended = await file.end();
      if (!isStoredFile(ended)) return { wrong: ended };
      files.set(name, ended);
    }
    kept = true;
    return { fields: form.fields, json: form.json(), files };
  } finally {
    form.close();
    if (!kept) {
      // A file that is being opened would be dropped by no one.
      await form.settled();
      for (const file of receiving.files.values()) await file.drop();
    }
  }
}

/** A form that is being read. */
interface OpenForm {
  readonly fields: readonly (readonly [string, string])[];
  json(): string | undefined;
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
  close(): void;
  /** Resolves when the parts are no longer read. */
  settled(): Promise<unknown>;
}

function openForm({ store, type, parts, most }: Omit<FormBody, 'pieces'>, receiving: Receiving): OpenForm {
  const fields: (readonly [string, string])[] = [];
  const consumed: Promise<void>[] = [];
  const streams = new Set<BusboyFileStream>();
  let json: string | undefined;
  let [size, whole] = [0, 0];
  const stopped = Promise.withResolvers<void>();
  let fault: unknown;
  const fail = (failure: FileFailure): void => {
    receiving.failure ??= failure;
    stopped.resolve();
  };
  const seen = new Set<string>();
  const named = new Map(parts.map((part) => [part.name, part]));
  const form = new Busboy({
    headers: { 'content-type': type },
    // All parts arrive as bytes: the library would put U+FFFD where a text is not UTF-8.
    isPartAFile: () => true,
    limits: {
      fieldNameSize: 1_000,
      files: mostFields + parts.length + 1,
      headerPairs: mostHeaders,
      headerSize: headerBytes,
    },
  });
  form.on('error', () => fail(incomplete));
  // The library skips a part that is not of a form without a word.
  const counted = { parts: 0, read: 0 };
  readParser(form).on('part', () => {
    counted.parts += 1;
  });
  form.on('filesLimit', () => fail(tooMany));
  const addField = (name: string, bytes: Uint8Array, mime: string): void => {
    const text = decodeUtf8(bytes);
    if (text === undefined) fail({ malformed: `must be UTF-8 in the field ${JSON.stringify(name)}` });
    else if (fields.length >= mostFields) fail(tooMany);
    else if (mime === 'application/json') {
      if (json !== undefined || fields.length > 0) fail(besideJson);
      json = text;
    } else if (json !== undefined) fail(besideJson);
    else fields.push([name, text]);
  };
  const readField = async (name: string, stream: BusboyFileStream, mime: string): Promise<void> => {
    const chunks: Uint8Array[] = [];
    size += Buffer.byteLength(name);
    for await (const piece of piecesOf(stream, fail)) {
      size += piece.length;
      if (size > most) return fail({ failure: 'too large' });
      chunks.push(piece);
    }
    addField(name, Buffer.concat(chunks), mime);
  };
  const readPart = (name: string, stream: BusboyFileStream, filename: string | undefined, mime: string) => {
    const part = named.get(name);
    // Browsers name a part of JSON `blob`.
    if (part === undefined && (filename === undefined || mime === 'application/json'))
      return readField(name, stream, mime);
    const isTwice = seen.has(name);
    seen.add(name);
    return part === undefined || isTwice
      ? skip(stream, isTwice ? twice(name) : unknown(name), filename ?? '', fail)
      : consume({ stream, part, filename, mime, store, receiving, fail });
  };
  // The types of the library promise a name, which a part can lack.
  form.on('file', (name: string | undefined, stream, filename: string | undefined, _encoding, mime) => {
    counted.read += 1;
    streams.add(stream);
    stream.on('error', () => undefined);
    if (name === undefined) return fail({ malformed: 'must have a name for each part' });
    const ended = readPart(name, stream, filename, mime).catch((error: unknown) => {
      fault ??= error;
      stopped.resolve();
    });
    consumed.push(ended.finally(() => streams.delete(stream)));
  });
  const settle = async (work: Promise<unknown>): Promise<void> => {
    await Promise.race([work, stopped.promise]);
    if (fault !== undefined) throw fault;
  };
  return {
    fields,
    json: () => json,
    async write(bytes) {
      whole += bytes.length;
      if (whole - receiving.fileBytes > most + frameBytes) return fail({ failure: 'too large' });
      if (!form.write(bytes)) await settle(new Promise((resolve) => form.once('drain', resolve)));
    },
    async end() {
      const finished = new Promise((resolve) => form.once('finish', resolve));
      form.end();
      await settle(finished);
      await settle(Promise.all(consumed));
      if (counted.read < counted.parts) fail(otherPart);
    },
    close() {
      for (const stream of streams) stream.destroy();
      if (!form.destroyed) form.destroy();
    },
    settled: () => Promise.all(consumed),
  };
}

/** Returns the parser inside the library, which emits an event for each part. */
function readParser(form: object): PartEmitter {
  return (form as { readonly _parser: { readonly parser: PartEmitter } })._parser.parser;
}

interface PartEmitter {
  on(event: 'part', listener: () => void): unknown;
}

const otherPart: FileFailure = {
  malformed: 'must have a Content-Disposition of `form-data` with a name for each part',
};
const incomplete: FileFailure = { malformed: 'must be a complete multipart form' };
const tooMany: FileFailure = { malformed: `must have at most ${mostFields} fields` };
const besideJson: FileFailure = { malformed: 'must have all other fields in one JSON part' };
const twice = (name: string): FileFailure => ({
  malformed: `must not contain the field ${JSON.stringify(name)} twice`,
});
const unknown = (name: string): FileFailure => ({
  wrong: { part: name, problem: 'unknown', message: 'is not a known field' },
});

/** Reads a file without a field to its end; an input of a browser without a file sends one without name and content. */
async function skip(
  stream: BusboyFileStream,
  why: FileFailure,
  filename: string,
  fail: (failure: FileFailure) => void,
): Promise<void> {
  if (filename !== '') fail(why);
  for await (const piece of piecesOf(stream, fail)) if (piece.length > 0) fail(why);
}

interface Consuming {
  readonly stream: BusboyFileStream;
  readonly part: FilePart;
  readonly filename: string | undefined;
  readonly mime: string;
  readonly store: FileStore;
  readonly receiving: Receiving;
  readonly fail: (failure: FileFailure) => void;
}

async function consume({ stream, part, filename, mime, store, receiving, fail }: Consuming): Promise<void> {
  let file: ReceivingFile | undefined;
  const begin = async (): Promise<ReceivingFile> => {
    // Browsers write a quote in a name as %22 (WHATWG HTML, multipart/form-data), and name content without a name `blob` (WHATWG XHR).
    const stated = filename === undefined || filename === 'blob' ? '' : filename;
    const name = cleanFileName(stated.replaceAll('%22', '"'));
    const begun = await receiveFile(store, part, { name, type: readDeclaredType(mime) });
    receiving.files.set(part.name, begun);
    return begun;
  };
  for await (const piece of piecesOf(stream, fail)) {
    receiving.fileBytes += piece.length;
    file ??= await begin();
    const wrong = await file.write(piece);
    if (wrong === undefined) continue;
    fail({ wrong });
    return;
  }
  // An input without a file sends a part without name and content.
  if (file === undefined && filename !== undefined && filename !== '') await begin();
}

/**
 * Reads a part to its end, as its bytes arrive: the iterator of a stream would copy waiting pieces into one. Where the part is cut
 * off, the form is incomplete; faults of its reader are thrown by the reader.
 */
async function* piecesOf(stream: BusboyFileStream, fail: (failure: FileFailure) => void): AsyncIterable<Uint8Array> {
  let arrived = Promise.withResolvers<Uint8Array | undefined>();
  stream.on('data', (piece: Uint8Array) => {
    stream.pause();
    arrived.resolve(piece);
  });
  for (const event of ['end', 'close', 'error']) stream.on(event, () => arrived.resolve(undefined));
  try {
    for (let piece = await arrived.promise; piece !== undefined; piece = await arrived.promise) {
      yield piece;
      arrived = Promise.withResolvers();
      if (stream.destroyed || stream.readableEnded) break;
      stream.resume();
    }
    if (!stream.readableEnded) fail(incomplete);
  } finally {
    stream.destroy();
  }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
