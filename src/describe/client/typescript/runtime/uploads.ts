import { listFields, takeFiles } from './forms.ts';
import type { AnyOptions, Connection, Operation, ResumableUpload, Sent } from './options.ts';
import { buildUrl, call, pause, send } from './request.ts';
import { type AnyResult, readResult } from './response.ts';

/** Sends a request whose file is sent in pieces if the options say so (tus 1.0). Throws what `call` throws. */
export async function callResumable(
  connection: Connection,
  operation: Operation,
  sent: Sent,
  options: AnyOptions = {},
): Promise<AnyResult> {
  const { resumable = false } = options;
  const file = resumable === false ? undefined : splitFile(sent.body);
  if (resumable === false || file === undefined) return call(connection, operation, sent, options);
  const response = await upload(
    connection,
    operation,
    { ...sent, ...file },
    options,
    resumable === true ? {} : resumable,
  );
  return readResult(connection, operation, response);
}

interface SentFile {
  readonly file: Blob;
  readonly fields: readonly (readonly [string, string])[];
}

/** The file of a body, and its other fields. */
function splitFile(body: unknown): SentFile | undefined {
  if (body instanceof Blob) return { file: body, fields: [] };
  const files: [string, Blob][] = [];
  const rest = takeFiles(body as object, files);
  const [first] = files;
  if (first === undefined) return undefined;
  const fields = listFields(rest, (problem) => {
    throw new RangeError(problem);
  });
  return { file: first[1], fields };
}

/** Sends a file in pieces; returns the response to the last one. */
async function upload(
  connection: Connection,
  operation: Operation,
  { file, fields, ...sent }: Sent & SentFile,
  options: AnyOptions,
  { chunkSize = 8_388_608, address, onBegin, onProgress }: ResumableUpload,
): Promise<Response> {
  const { idempotency: _, headers: __, ...plain } = operation;
  const total = file.size;
  const retries = Math.max(options.retries ?? connection.options.retries ?? 2, 0) + 3;
  const request = (method: string, url: URL, headers: Record<string, string>, body?: Blob): Promise<Response> => {
    const more = { ...options.headers, 'Tus-Resumable': '1.0.0', ...headers };
    const asked = method === 'POST' ? { ...operation, method } : { ...plain, method };
    return send(connection, { ...asked, type: '*/*' }, new URL(url), { ...sent, body }, { ...options, headers: more });
  };
  const target = buildUrl(connection, operation, sent);
  const place = new URL(target);
  let offset = 0;
  let known = address !== undefined;
  if (address === undefined) {
    const name = (file as { readonly name?: string }).name;
    const names = [
      ...fields,
      ...(name === undefined ? [] : [['filename', name] as const]),
      ['filetype', file.type] as const,
    ];
    const metadata = names.map(([key, value]) => `${key} ${toBase64(value)}`).join(',');
    const begun = await request('POST', target, { 'Upload-Length': String(total), 'Upload-Metadata': metadata });
    const location = begun.headers.get('location');
    if (begun.status !== 201 || total === 0 || location === null) return begun;
    // An upload is at the address of its operation: no other host gets the credential.
    place.search = new URL(location, target).search;
    await begun.body?.cancel();
    onBegin?.(place.href);
  } else place.search = new URL(address, target).search;
  for (let failures = 0; ; ) {
    try {
      if (known || failures > 0) {
        const found = await request('HEAD', place, {});
        if (found.status !== 200) {
          if (found.status < 500 && found.status !== 429) return found;
          throw new TypeError(`${operation.name}: the service is not available (${found.status})`);
        }
        offset = Number(found.headers.get('upload-offset'));
        known = false;
      }
      const piece = file.slice(offset, offset + chunkSize, 'application/offset+octet-stream');
      const response = await request('PATCH', place, { 'Upload-Offset': String(offset) }, piece);
      const next = Number(response.headers.get('upload-offset') ?? Number.NaN);
      if (response.ok && (offset + piece.size >= total || next >= total)) {
        onProgress?.(total, total);
        return response;
      }
      if (response.ok) {
        await response.body?.cancel();
        if (!(next > offset)) throw new TypeError(`${operation.name}: the service takes no bytes of the upload`);
        failures = 0;
        offset = next;
        onProgress?.(offset, total);
        continue;
      }
      // Another request holds the upload, has moved it, or the service is not available for now.
      const passes = next >= 0 || response.status === 423 || response.status >= 500;
      if (!passes || failures >= retries) return response;
      await response.body?.cancel();
    } catch (error) {
      if (failures >= retries || options.signal?.aborted === true) throw error;
    }
    failures += 1;
    await pause(250 * 2 ** failures * (1 + Math.random()), options.signal);
  }
}

/** Writes a text in base64 of its UTF-8. */
function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
