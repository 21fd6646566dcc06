import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { cleanFileName, isMediaType } from '../../plan/files/file-names.ts';
import { checksumAlgorithms, fileMetadata, tusType, tusVersion } from '../../plan/files/resumable.ts';
import type { BegunRequest } from './incoming.ts';

/** Returns a response of the protocol itself, whose status clients of tus know. */
export function createProtocolResponse(status: number, headers: readonly string[] = [], body?: string): HttpResponse {
  const typed = body === undefined ? [] : ['Content-Type', 'text/plain; charset=utf-8'];
  return { status, headers: [...headers, ...typed, 'Cache-Control', 'no-store'], body };
}

/** Refuses a request for one of its headers. */
export function refuseHeader(parameter: string, message: string): Refusal {
  return { condition: 'malformed request', fields: [{ parameter, problem: 'format', message }] };
}

/** Reads a header that is a number of bytes. */
export function readBytes(incoming: Incoming, name: string): number | Refusal {
  const value = incoming.header(name.toLowerCase());
  const bytes = /^\d{1,16}$/.test(value ?? '') ? Number(value) : Number.NaN;
  return Number.isSafeInteger(bytes) ? bytes : refuseHeader(name, 'must be an integer of bytes');
}

/** Returns what is wrong with a request by the protocol alone: its version, or the media type of its body. */
export function findProtocolError(incoming: Incoming, takesBytes: boolean): HttpResponse | undefined {
  if (incoming.header('tus-resumable') !== tusVersion)
    return createProtocolResponse(412, ['Tus-Version', tusVersion], `Tus-Resumable must be ${tusVersion}`);
  const coding = incoming.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (takesBytes && coding !== 'identity')
    return createProtocolResponse(415, ['Accept-Encoding', 'identity'], 'Content-Encoding is not supported');
  if (!takesBytes || incoming.header('content-type')?.trim().toLowerCase() === tusType) return undefined;
  return createProtocolResponse(415, [], `Content-Type must be ${tusType}`);
}

/** Reads the header `Upload-Metadata`: the name and type of the file, and all other fields. */
export function readMetadata(
  header: string | undefined,
): Pick<BegunRequest, 'fields' | 'name' | 'type' | 'metadata'> | Refusal {
  const metadata = header?.trim() ?? '';
  const found = new Map<string, string>();
  for (const pair of metadata === '' ? [] : metadata.split(',')) {
    const [key = '', coded = '', ...rest] = pair.trim().split(' ');
    const value = rest.length > 0 ? undefined : decodeValue(coded);
    if (key === '' || value === undefined)
      return refuseHeader(
        'Upload-Metadata',
        'must be pairs of a key and a value in base64, such as "filename Y2F0LnBuZw=="',
      );
    if (found.has(key)) return refuseHeader('Upload-Metadata', `must not contain the key ${JSON.stringify(key)} twice`);
    found.set(key, value);
  }
  const [name = '', declared = ''] = fileMetadata.map((key) => found.get(key));
  const type = declared.replace(/;.*$/s, '').trim().toLowerCase();
  return {
    fields: [...found].filter(([key]) => !fileMetadata.includes(key)),
    name: cleanFileName(name),
    type: isMediaType(type) ? type : 'application/octet-stream',
    metadata,
  };
}

/** Decodes a value in base64 that is UTF-8. */
function decodeValue(coded: string): string | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}={0,2}|[A-Za-z0-9+/]{3}=?)?$/.test(coded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(coded, 'base64'));
  } catch {
    return undefined;
  }
}

/** The checksum that the bytes of a request must have. */
export interface ExpectedChecksum {
  readonly algorithm: string;
  readonly digest: Uint8Array;
}

/** Reads the header `Upload-Checksum`; undefined if it was not sent. */
export function readChecksum(incoming: Incoming): ExpectedChecksum | Refusal | undefined {
  const header = incoming.header('upload-checksum');
  if (header === undefined) return undefined;
  const [algorithm = '', coded = ''] = header.trim().split(' ');
  if (!checksumAlgorithms.includes(algorithm) || !/^[A-Za-z0-9+/]+={0,2}$/.test(coded))
    return refuseHeader('Upload-Checksum', `must be ${checksumAlgorithms.join(', ')} and the checksum in base64`);
  return { algorithm, digest: Buffer.from(coded, 'base64') };
}
