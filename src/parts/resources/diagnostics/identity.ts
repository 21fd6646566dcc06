import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const identityRule =
  'The identity of a resource is the field `id` or the field marked `identity`. It is a string or an integer.';

/** What is said of identities, and of what `unique` stands for. */
export const identities = defineDiagnostics('resources', {
  'no-identity': {
    note: identityRule,
    says: (resource: string) => ({
      message: `Resource ${quoteSource(resource)} has no identity.`,
      help: 'add a field `id`, or mark a field as `identity`',
    }),
  },
  'identity-type': { note: identityRule, says: (type: string) => `An identity cannot be ${type}.` },
  'identity-source': {
    note: 'An identity is `assigned`, `required`, or set by the path of a PUT. It has no default and is not computed.',
    says: (constraint: string) => `An identity cannot be ${quoteSource(constraint)}.`,
  },
  'second-identity': {
    note: identityRule,
    says: (before: Span) => ({ message: 'A second field is marked `identity`.', also: labelFirst(before) }),
  },
  'unknown-field': {
    note: 'The name is a field of the same resource.',
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoteSource(resource)} has no field ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'unique-field': {
    note: 'A unique field is stored and holds a single value: not a list, map, object, secret or computed value.',
    says: (field: string) => `${quoteSource(field)} cannot be \`unique\`.`,
  },
  'unique-hidden': {
    note: 'A field that clients can send but never read cannot be `unique`: the error response reveals which values exist.',
    says: (field: string) => ({
      message: `Clients can send ${quoteSource(field)} but never read it, so the error \`not unique\` reveals its values.`,
      help: 'remove the field from `unique`, or show it to clients',
    }),
  },
  'unique-itself': {
    note: '`unique with` lists the other fields of the combination, each once.',
    says: (field: string) => `${quoteSource(field)} is repeated in \`unique with\`, or is the field itself.`,
  },
  'identity-given': {
    note: 'An identity is `assigned`, `required`, or set by the path of a PUT.',
    says: (operation: string, also: Span) => ({
      message: 'This identity never gets a value.',
      help: 'write `required` or `assigned`',
      also: [{ span: also, label: `${quoteSource(operation)} needs it` }],
    }),
  },
  'while-reach': {
    note: '`unique where` takes a condition over stored fields of the same record and literals.',
    says: (path: string) => `${quoteSource(path)} is not a stored field of this resource.`,
  },
  'while-alone': {
    note: '`unique where` limits uniqueness to the records that match its condition. It cannot be combined with `unique`, only with `unique with`.',
    says: () => ({
      message: 'This field is already `unique` without the condition.',
      help: 'remove `unique` or `unique where`',
    }),
  },
});
