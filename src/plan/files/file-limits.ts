import type { ValueSchema } from '../schema.ts';

/** The maximum size of a file whose field states none: 10 MiB. */
export const defaultFileSize = 10_485_760;

/** The files that a field admits. */
export interface FileLimits {
  /** Bytes. */
  readonly least: number;
  readonly most: number;
  /** The media types, in lower case; undefined: any. */
  readonly types: readonly string[] | undefined;
}

/** Returns the files that a schema of the type `file` admits. */
export function getFileLimits({ constraints = [] }: Pick<ValueSchema, 'constraints'>): FileLimits {
  let least = 0;
  let most = defaultFileSize;
  let types: readonly string[] | undefined;
  for (const constraint of constraints) {
    if (constraint.kind === 'media types') types = constraint.types;
    if (constraint.kind !== 'range') continue;
    if (constraint.from !== undefined) least = Number(constraint.from);
    if (constraint.to !== undefined) most = Number(constraint.to);
  }
  return { least, most, types };
}
