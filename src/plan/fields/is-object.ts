import { isStoredFile } from '../files/stored-file.ts';

/** Returns whether a value is an object of JSON, not a list, not null, and not a file, which is replaced as a whole. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isStoredFile(value);
}
