import type { DiagnosticEntry } from '../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

// biome-ignore lint/suspicious/noExplicitAny: each entry has arguments of its own
type Entry = DiagnosticEntry<any>;

/** The words of a kind of names: with its article, why it must be defined, and where. */
interface KindWords {
  readonly called: string;
  readonly why: string;
  readonly rule: string;
}

const kindWords: Readonly<Record<string, KindWords>> = {
  code: {
    called: 'an error code',
    why: 'Clients would receive an error that the document does not describe.',
    rule: 'a code of the part “Errors”',
  },
  event: {
    called: 'an event',
    why: 'Subscribers would wait for an event that is never sent.',
    rule: 'an event of the table Events',
  },
  field: {
    called: 'a field',
    why: 'The row would apply to nothing, and the intended field would be left out.',
    rule: 'a field of this resource or object',
  },
  object: {
    called: 'an object',
    why: 'The service could not validate its values.',
    rule: 'the name of an object of the document',
  },
  operation: {
    called: 'an operation',
    why: 'The row would have no effect, and its author would not notice.',
    rule: 'a name of the Operations table or `all X`',
  },
  resource: {
    called: 'a resource',
    why: 'The row would apply to nothing.',
    rule: 'a resource of the document',
  },
  scope: {
    called: 'a scope',
    why: 'No caller could have it.',
    rule: 'a scope of the part “Authentication”',
  },
  state: {
    called: 'a state',
    why: 'The row would never apply, or would lead nowhere.',
    rule: 'a state of this field',
  },
  transition: {
    called: 'a transition',
    why: 'The row would apply to nothing.',
    rule: 'a transition of this resource',
  },
  version: {
    called: 'a version',
    why: 'The cell would have no effect.',
    rule: 'a version of the table Versions',
  },
};

/** The diagnostics of a column of names. */
export interface NameEntries {
  readonly unknown: Entry;
  readonly repeated: Entry;
}

/** Writes the diagnostics of a column that names one of some kinds, or a plain word, for parts without words of their own for it. */
export function createNameEntries(
  title: string,
  isList: boolean,
  kinds: readonly string[],
  plain: readonly string[],
): NameEntries {
  const words = kinds.map((kind) => kindWords[kind]!);
  const [{ called, why }] = words as [KindWords];
  const bare = called.replace(/^an? /, '');
  const rules = [...words.map(({ rule }) => rule), ...plain.map((word) => `\`${word}\``)];
  const note = `${isList ? `Each item of ${title}` : title} is ${rules.join(', or ')}.`;
  return {
    unknown: {
      means: `${title} names ${called} that the document does not have.`,
      why,
      note,
      says: (found: string, suggestion?: string, owner?: string) => ({
        message: `${owner === undefined ? 'Unknown' : `${quoteSource(owner)} has no`} ${bare} ${quoteSource(found)}.`,
        suggestion,
      }),
    },
    repeated: {
      severity: 'warning',
      means: `${title} lists the same name twice in one row.`,
      why: 'The second entry has no effect; usually another name was intended.',
      note,
      says: (found: string, first: Span) => ({
        message: `${quoteSource(found)} is listed twice in this row.`,
        also: labelFirst(first),
      }),
    },
  };
}
