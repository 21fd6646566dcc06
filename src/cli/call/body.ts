import { openAsBlob } from 'node:fs';
import { basename, extname } from 'node:path';
import { listFields } from '../../describe/client/typescript/runtime/forms.ts';
import { CommandError } from '../../operator/command-error.ts';
import { formatPartName, getFileForm, listFileMembers } from '../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../plan/operation.ts';

/** The media types of usual files, by the ending of their names. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** A body with files, and the headers that describe it. */
export interface FileBody {
  readonly body: string | Blob | FormData;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the media type of a file by its name. */
export function guessMediaType(path: string): string {
  return mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

/** Creates the body of a request that sends files: the content alone, or a form in parts (RFC 7578). */
export async function createFileBody(
  { input }: OperationPlan,
  body: unknown,
  files: ReadonlyMap<string, string>,
): Promise<FileBody | undefined> {
  const form = getFileForm(input);
  if (form === undefined || (files.size === 0 && body === undefined)) return undefined;
  if (form === 'content') {
    const [path] = files.values();
    if (path === undefined) return undefined;
    const name = encodeURIComponent(basename(path));
    return {
      body: await openFile(path),
      headers: {
        'Content-Type': guessMediaType(path),
        'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
      },
    };
  }
  const data = new FormData();
  for (const [name, value] of listFields(body ?? {}, rejectField)) data.append(name, value);
  for (const { path: member } of listFileMembers(input)) {
    const path = files.get(member.join('.'));
    if (path !== undefined) data.append(formatPartName(member), await openFile(path), basename(path));
  }
  return { body: data, headers: {} };
}

function rejectField(problem: string): void {
  throw new CommandError(problem);
}

async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path, { type: guessMediaType(path) });
  } catch {
    throw createReadError(path);
  }
}

/** Creates the error of a file that cannot be read. */
export function createReadError(path: string): CommandError {
  return new CommandError(`The file ${path} cannot be read.`);
}
