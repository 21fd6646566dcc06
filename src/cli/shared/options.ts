import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';

/** The options of a command that opens a store and may print JSON. */
export interface StoreOptions {
  readonly store?: string;
  readonly files?: string;
  readonly json?: true;
}

/** Creates `--store <address>`, the store of a document. */
export function createStoreOption(): Option {
  return new Option('--store <address>', 'the database (default: the .db file next to the document)')
    .env('NONET_STORE')
    .argParser(parseStoreAddress);
}

/** Creates `--files <place>`, the contents of files. */
export function createFilesOption(): Option {
  return new Option(
    '--files <place>',
    'folder of the contents of files, or s3://bucket/prefix (default: next to a SQLite database); all instances share it',
  ).env('NONET_FILES');
}

function parseStoreAddress(text: string): string {
  if (text.trim() !== '') return text;
  throw new CommandError(
    '--store is empty. Pass an address, such as sqlite:invoices.db, or leave --store out to use the .db file next to the document.',
  );
}

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[]): string[] => [...before, value];

/** Creates the parser of a flag that takes a whole number of at least `least`. It throws a `CommandError`. */
export function createIntegerParser(name: string, least: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least) return value;
    throw new CommandError(`${name} takes a whole number of at least ${least}. Found "${text}".`);
  };
}
