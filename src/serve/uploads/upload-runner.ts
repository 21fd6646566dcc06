import type { FileFailure, FilePart } from '../../contracts/files.ts';
import type { OperationContext } from '../../contracts/operation-context.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Store, WriteHow } from '../../contracts/store.ts';
import type { NewUpload, StoredUpload } from '../../contracts/uploads.ts';
import { toBase64url } from '../../parts/endpoints/serve/lists/cursor.ts';
import { getGapStatus } from '../../parts/registry.ts';
import { uploadParameter } from '../../plan/files/resumable.ts';
import { readStoredFile, type StoredFile } from '../../plan/files/stored-file.ts';
import { sessionAttribute } from '../../plan/records/sessions.ts';
import type { ActiveRequest } from '../request/request-context.ts';
import { type RequestResult, refusalIn, runSteps } from '../request/run.ts';
import type { UploadSteps } from '../request.ts';
import { appendBytes } from './append.ts';
import { beginUpload } from './begin.ts';
import { receiveComplete } from './complete.ts';
import { type BegunRequest, UploadIncoming } from './incoming.ts';
import { takeLease, type UploadLease, waitUntilFree } from './lease.ts';
import {
  createProtocolResponse,
  findProtocolError,
  readBytes,
  readChecksum,
  readMetadata,
  refuseHeader,
} from './protocol.ts';

/** The dependencies of the uploads of one operation. */
export interface UploadRunnerDependencies {
  readonly op: OperationContext;
  readonly steps: UploadSteps;
  readonly store: Store;
  readonly how: WriteHow | undefined;
  now(): number;
  /** Runs the operation of a complete upload, after the steps that admit it. */
  run(ctx: ActiveRequest): Promise<RequestResult>;
}

type Answer = HttpResponse | Refusal;

const notFound: Refusal = { condition: 'not found' };
const malformed: Refusal = { condition: 'malformed request' };
/** Whether the client may send the last byte again after a refusal: the service could not do the work, or not yet. */
function mayPass({ condition }: Refusal): boolean {
  const status = getGapStatus(condition);
  return status >= 500 || status === 429;
}

/** Creates what runs the requests of uploads in several requests of one operation (tus 1.0). */
export function createUploadRunner(deps: UploadRunnerDependencies): (ctx: ActiveRequest) => Promise<RequestResult> {
  const { op, steps, store, now } = deps;
  const { platform, operation } = op;
  const files = op.files!.store;
  const { uploads } = store;
  const line = operation.resumable!.line;
  const tooLarge: Refusal = { condition: 'too large', line };
  const tooSlow: Refusal = { condition: 'timed out', plainStatus: 408 };
  const unknown: Refusal = { ...notFound, line };

  const credentials = new Set(
    op.plan.authentication.schemes.flatMap(({ sentIn }) =>
      sentIn.flatMap((place) => (place.in === 'query' ? [place.name] : [])),
    ),
  );

  // A person goes on with an upload after another log in.
  const digestCaller = (ctx: ActiveRequest): string => {
    const { id: _, scopes: __, [sessionAttribute]: ___, ...attributes } = ctx.caller?.values ?? {};
    const sorted = Object.entries(attributes).sort(([left], [right]) => (left < right ? -1 : 1));
    return toBase64url(platform.sha256(JSON.stringify(sorted)));
  };
  const toId = (token: string): string => Buffer.from(platform.sha256(token)).toString('hex');
  const find = async (ctx: ActiveRequest): Promise<StoredUpload | undefined> => {
    const { token, path } = incomingOf(ctx);
    const upload = token === undefined ? undefined : await uploads.find(toId(token));
    const isOwn =
      upload !== undefined &&
      upload.operation === operation.name &&
      upload.version === (ctx.version?.name ?? '') &&
      upload.path === path &&
      upload.caller === (ctx.caller?.id ?? '') &&
      upload.attributes === digestCaller(ctx);
    return isOwn && upload.expiresAt > now() ? upload : undefined;
  };
  /** The rates of the operation bound guesses of addresses. */
  const refuseUnknown = async (ctx: ActiveRequest): Promise<Refusal> =>
    refusalIn(await runSteps(steps.count, ctx, 0)) ?? unknown;
  const remove = async (id: string): Promise<void> => {
    await uploads.remove(id);
    await files.uploads.remove(id);
  };

  const isContentStored = async ({ file }: StoredUpload): Promise<boolean> =>
    file !== undefined && (await files.find(readStoredFile(file).hash)) !== undefined;

  /** Runs the operation of an upload whose content is complete. */
  const complete = async (
    ctx: ActiveRequest,
    upload: StoredUpload,
    receive: (part: FilePart) => Promise<StoredFile | FileFailure>,
  ): Promise<Answer> => {
    const begun = JSON.parse(upload.request) as BegunRequest;
    incomingOf(ctx).continueAs(begun);
    ctx.upload = { id: upload.id, expiresAt: upload.expiresAt, fields: begun.fields, receive };
    const refusal = await deps.run(ctx);
    if (refusal !== undefined) {
      if (!mayPass(refusal)) await remove(upload.id);
      return refusal;
    }
    const response = ctx.response!;
    const stored = await uploads.find(upload.id);
    if (stored?.done === false) {
      // The operation had nothing to write, or its error is the outcome.
      if (response.status >= 400) await remove(upload.id);
      else
        await store.write(async (transaction) => {
          await transaction.uploads.complete(upload.id);
          return { result: undefined, undo: false };
        });
    }
    await files.uploads.remove(upload.id);
    return response.status >= 400 ? response : withHeaders(response, ['Upload-Offset', String(upload.length)]);
  };

  /** Adds the bytes of a request to an upload that it holds; completes the upload with the last one. */
  const append = async (ctx: ActiveRequest, upload: StoredUpload, lease: UploadLease): Promise<Answer> => {
    const incoming = incomingOf(ctx).sent;
    const checksum = readChecksum(incoming);
    if (checksum !== undefined && 'condition' in checksum) return checksum;
    const { id, length, offset } = upload;
    lease.durable = offset;
    const isStored = await isContentStored(upload);
    const draft = isStored ? createSink(length) : await files.uploads.open(id);
    try {
      // The content of a named file is complete: only its last byte is sent again.
      const isNamed = upload.file !== undefined;
      if (!isNamed && !(await draft.cut(offset))) {
        await remove(id);
        return unknown;
      }
      ctx.receiving = performance.now();
      const appending = { incoming, lease, length, checksum, platform, drafts: files.uploads };
      const ended = await appendBytes({ ...appending, draft: isNamed ? createSink(length) : draft }).finally(() => {
        ctx.received += performance.now() - ctx.receiving!;
        ctx.receiving = undefined;
      });
      if (ended === 'lost' || ended === 'asked') return createProtocolResponse(409);
      if (ended === 'beyond its length') return tooLarge;
      if (ended === 'too slow') return tooSlow;
      if (ended === 'cut off') return malformed;
      if (ended === 'other checksum') return createProtocolResponse(460, [], 'the checksum does not match');
      const size = isNamed ? length : await draft.sync();
      if (size < length) return createProtocolResponse(204, ['Upload-Offset', String(size), ...listExpiry(upload)]);
      const begun = JSON.parse(upload.request) as BegunRequest;
      const completing = { upload, begun, draft, holder: lease.holder, uploads, files };
      return await complete(ctx, upload, (part) => receiveComplete(completing, part));
    } finally {
      await draft.close();
    }
  };

  const begin = async (ctx: ActiveRequest): Promise<Answer> => {
    const incoming = incomingOf(ctx);
    const { sent } = incoming;
    const wrong = findProtocolError(sent, sent.hasBody);
    if (wrong !== undefined) return wrong;
    if (sent.header('upload-defer-length') !== undefined)
      return refuseHeader('Upload-Defer-Length', 'is not supported: send Upload-Length');
    const length = readBytes(sent, 'Upload-Length');
    if (typeof length !== 'number') return length;
    const metadata = readMetadata(sent.header('upload-metadata'));
    if ('condition' in metadata) return metadata;
    const begun: BegunRequest = {
      query: incoming.readQuery(credentials),
      headers: incoming.readHeaders(),
      ...metadata,
    };
    const token = toBase64url(platform.random(24));
    const upload: NewUpload = {
      ...{ id: toId(token), operation: operation.name, version: ctx.version?.name ?? '', path: incoming.path },
      ...{ caller: ctx.caller?.id ?? '', attributes: digestCaller(ctx), request: JSON.stringify(begun), length },
      expiresAt: now() + operation.resumable!.milliseconds,
    };
    const refusal = await beginUpload(deps, ctx, incoming, upload, begun);
    if (refusal !== undefined) return refusal;
    const query = [begun.query, `${uploadParameter}=${token}`].filter((part) => part !== '').join('&');
    const address = ['Location', `${op.address(incoming.path)}?${query}`, ...listExpiry(upload)];
    if (!sent.hasBody && length > 0) return createProtocolResponse(201, [...address, 'Upload-Offset', '0']);
    const first = await withLease(upload.id, (stored, lease) => append(ctx, stored, lease));
    if (!('status' in first) || first.status >= 400) {
      // The client does not know its address.
      await remove(upload.id);
      return first;
    }
    return withHeaders({ ...first, status: 201 }, address);
  };

  /** Does work while the request holds an upload. */
  const withLease = async (
    id: string,
    work: (upload: StoredUpload, lease: UploadLease) => Promise<Answer>,
  ): Promise<Answer> => {
    const lease = await takeLease(uploads, id, platform);
    if (lease === undefined) return createProtocolResponse(423, [], 'another request holds the upload');
    try {
      const upload = await uploads.find(id);
      if (upload === undefined) return unknown;
      lease.durable = upload.offset;
      return await work(upload, lease);
    } finally {
      await lease.end();
    }
  };

  const resume = async (ctx: ActiveRequest): Promise<Answer> => {
    const { sent } = incomingOf(ctx);
    const wrong = findProtocolError(sent, true);
    if (wrong !== undefined) return wrong;
    const offset = readBytes(sent, 'Upload-Offset');
    if (typeof offset !== 'number') return offset;
    const found = await find(ctx);
    if (found === undefined) return refuseUnknown(ctx);
    const answer = await withLease(found.id, async (upload, lease) => {
      if (offset !== upload.offset) return createProtocolResponse(409, ['Upload-Offset', String(upload.offset)]);
      if (!upload.done) return append(ctx, upload, lease);
      return complete(ctx, upload, async () => readStoredFile(upload.file!));
    });
    return answer;
  };

  const tell = async (ctx: ActiveRequest): Promise<Answer> => {
    const found = await find(ctx);
    if (found === undefined) return refuseUnknown(ctx);
    await waitUntilFree(uploads, found.id, platform);
    const upload = await find(ctx);
    if (upload === undefined) return unknown;
    const { metadata } = JSON.parse(upload.request) as BegunRequest;
    const described = metadata === '' ? [] : ['Upload-Metadata', metadata];
    const sizes = ['Upload-Offset', String(upload.offset), 'Upload-Length', String(upload.length)];
    return createProtocolResponse(200, [...sizes, ...described, ...listExpiry(upload)]);
  };

  const end = async (ctx: ActiveRequest): Promise<Answer> => {
    const found = await find(ctx);
    if (found === undefined) return refuseUnknown(ctx);
    await waitUntilFree(uploads, found.id, platform);
    return withLease(found.id, async () => {
      await remove(found.id);
      return createProtocolResponse(204);
    });
  };

  const works: Readonly<Record<string, (ctx: ActiveRequest) => Promise<Answer>>> = {
    POST: begin,
    HEAD: tell,
    PATCH: resume,
    DELETE: end,
  };
  return async (ctx) => {
    const { sent, tusMethod } = incomingOf(ctx);
    const work = works[tusMethod];
    // The header of the method may state any other.
    if (work === undefined) return malformed;
    const refusal = refusalIn(await runSteps(tusMethod === 'POST' ? steps.begin : steps.admit, ctx, 0));
    if (refusal !== undefined) return refusal;
    const wrong = findProtocolError(sent, false);
    const answer = wrong ?? (await work(ctx));
    if ('condition' in answer) return answer;
    ctx.response = answer;
    return undefined;
  };
}

function incomingOf({ incoming }: ActiveRequest): UploadIncoming {
  if (!(incoming instanceof UploadIncoming)) throw new Error('a request of an upload is read as one');
  return incoming;
}

function listExpiry({ expiresAt }: Pick<StoredUpload, 'expiresAt'>): readonly string[] {
  return ['Upload-Expires', new Date(expiresAt).toUTCString()];
}

/** Takes the bytes of content that is complete already. */
function createSink(length: number): Parameters<typeof appendBytes>[0]['draft'] {
  return {
    cut: async () => true,
    write: async () => undefined,
    sync: async () => length,
    keep: () => Promise.reject(new Error('the content is stored')),
    close: async () => undefined,
  };
}

/** Adds headers to a response. One that it has is replaced; its own Location is then `Content-Location`. */
function withHeaders(response: HttpResponse, more: readonly string[]): HttpResponse {
  const added = new Set(more.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  const headers: string[] = [];
  for (let at = 0; at < response.headers.length; at += 2) {
    const [name = '', value = ''] = response.headers.slice(at, at + 2);
    if (!added.has(name.toLowerCase())) headers.push(name, value);
    else if (name.toLowerCase() === 'location') headers.push('Content-Location', value);
  }
  return { ...response, headers: [...headers, ...more] };
}
