/** The mark of files that the service has stored. JSON cannot have it, so that no client sends an object that passes for a file. */
const mark = Symbol.for('nonet.file');

/** A condition in JavaScript: the variable `v`, which is not null, is not a file that the service has stored. */
export const isNoStoredFile = `v[Symbol.for('nonet.file')] !== true`;

/** A file that a record names. Its JSON says what clients see of it; the hash of its content is for the store alone. */
export class StoredFile {
  /** The SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
  readonly name: string;
  readonly type: string;
  /** The number of bytes. */
  readonly size: number;

  constructor(hash: string, name: string, type: string, size: number) {
    this.hash = hash;
    this.name = name;
    this.type = type;
    this.size = size;
    Object.freeze(this);
  }

  get [mark](): true {
    return true;
  }

  toJSON(): { readonly name: string; readonly type: string; readonly size: number } {
    const { name, type, size } = this;
    return { name, type, size };
  }
}

/** Whether a value is a file that the service has stored, and not an object that a client sent as one. */
export function isStoredFile(value: unknown): value is StoredFile {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Returns a copy of a value, in which files stay files. */
export function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isStoredFile(value)) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, copyValue(held)]));
}

/** Returns a file as a column keeps it. */
export function writeStoredFile({ hash, name, type, size }: StoredFile): string {
  return JSON.stringify({ hash, name, type, size });
}

/** Reads a file from its column. */
export function readStoredFile(text: string): StoredFile {
  const { hash, name, type, size } = JSON.parse(text) as StoredFile;
  return new StoredFile(hash, name, type, size);
}
