import type { OperationPlan } from '../operation.ts';
import type { InputShape } from '../shape.ts';
import { type FileMember, getFileForm, listFileMembers } from './file-bodies.ts';

/** The version of the protocol tus. */
export const tusVersion = '1.0.0';
/** The protocol, for people. */
export const tusPage = 'https://tus.io/protocols/resumable-upload';
/** The extensions of tus. */
export const tusExtensions = 'creation,creation-with-upload,expiration,termination,checksum';
/** The algorithms of `Upload-Checksum`, by their names in Node. */
export const checksumAlgorithms: readonly string[] = ['sha1', 'sha256', 'md5'];
/** The media type of the bytes of an upload. */
export const tusType = 'application/offset+octet-stream';
/** The parameter of the query that names an upload. */
export const uploadParameter = 'upload';
/** The members of `Upload-Metadata` that name and type the file. */
export const fileMetadata: readonly string[] = ['filename', 'filetype'];

/** The headers of requests and responses of uploads. */
export const tusRequestHeaders: readonly string[] = [
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'Upload-Metadata',
  'Upload-Checksum',
  'X-HTTP-Method-Override',
];
export const tusResponseHeaders: readonly string[] = [
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
  'Upload-Length',
  'Upload-Offset',
  'Upload-Metadata',
  'Upload-Expires',
];

/** Returns the one file that a Request takes; undefined of a Request without a file, or with several. */
export function getOnlyFile(input: InputShape | undefined): FileMember | undefined {
  const [file, second] = listFileMembers(input);
  return second === undefined ? file : undefined;
}

/** Whether an operation, as callers of a version know it, takes uploads in several requests. */
export function takesResumable(operation: OperationPlan, input: InputShape | undefined = operation.input): boolean {
  return operation.resumable !== undefined && getFileForm(input) !== undefined && getOnlyFile(input) !== undefined;
}
