import { Option } from 'commander';
import { CommandError } from './terminal.ts';

/** The option `--store` of a command that works on the store of a document. */
export function createStoreOption(): Option {
  return new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE');
}

/** Creates the parser of a flag that takes a whole number of at least `least`. It throws a `CommandError`. */
export function createIntegerParser(name: string, least: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least) return value;
    throw new CommandError(`${name} takes a whole number of at least ${least}; it was given "${text}".`);
  };
}
