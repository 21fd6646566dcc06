import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const identityRule =
  'The identity of a resource is the field `id` or the field marked `identity`. It is a string or an integer.';

/** The diagnostics of identities, and of `unique`. */
export const identities = defineDiagnostics('resources', {
  'no-identity': {
    means: 'A resource has no field that identifies its records.',
    why: 'Clients could create records but never refer to one of them.',
    note: identityRule,
    help: 'add a field `id`, or mark a field as `identity`',
    says: (resource: string) => `Resource ${quoteSource(resource)} has no identity.`,
  },
  'identity-type': {
    means: 'The identity of a resource is not a single string or integer.',
    why: 'The identity is part of URLs and the key of the record in the database.',
    note: identityRule,
    says: (type: string) => `An identity cannot be ${type}.`,
  },
  'identity-source': {
    means: 'The identity of a resource has a default or is computed.',
    why: 'Two records would have the same identity, or the identity of a record would change.',
    note: 'An identity is `assigned`, `required`, or set by the path of a PUT. It has no default and is not computed.',
    says: (constraint: string) => `An identity cannot be ${quoteSource(constraint)}.`,
  },
  'second-identity': {
    means: 'Two fields of a resource are marked `identity`.',
    why: 'URLs and references use one identity, so there is exactly one.',
    note: identityRule,
    says: (before: Span) => ({ message: 'A second field is marked `identity`.', also: labelFirst(before) }),
  },
  'unknown-field': {
    means: 'A constraint names a field that the resource does not have.',
    why: 'The constraint could not be checked.',
    note: 'The name is a field of the same resource.',
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoteSource(resource)} has no field ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'unique-field': {
    means: 'A field is `unique` whose values the database cannot compare.',
    why: 'An index compares single stored values.',
    note: 'A unique field is stored and holds a single value: not a list, map, object, secret or computed value.',
    says: (field: string) => `${quoteSource(field)} cannot be \`unique\`.`,
  },
  'unique-hidden': {
    means: 'A field is `unique`, but clients never see its values.',
    why: 'A client could find out stored values by trying which ones are rejected.',
    note: 'A field that clients can send but never read cannot be `unique`: the error response reveals which values exist.',
    help: 'remove the field from `unique`, or show it to clients',
    says: (field: string) =>
      `Clients can send ${quoteSource(field)} but never read it, so the error \`not unique\` reveals its values.`,
  },
  'unique-case': {
    means: 'A field is `unique ignoring case` whose values are not strings.',
    why: 'Only strings have letters, whose case can be ignored.',
    note: '`unique ignoring case` is a constraint of a `string`.',
    help: 'write `unique`',
    says: (field: string, type: string) => `${quoteSource(field)} is ${type}, so it has no case to ignore.`,
  },
  'unique-itself': {
    means: '`unique with` names its own field, or the same field twice.',
    why: 'The combination would be the same as without the entry.',
    note: '`unique with` lists the other fields of the combination, each once.',
    says: (field: string) => `${quoteSource(field)} is repeated in \`unique with\`, or is the field itself.`,
  },
  'identity-given': {
    means: 'Nothing gives the identity of a new record a value.',
    why: 'Every create would fail, because a record without an identity cannot be stored.',
    note: 'An identity is `assigned`, `required`, or set by the path of a PUT.',
    says: (operation: string, also: Span) => ({
      message: 'This identity never gets a value.',
      help: 'write `required` or `assigned`',
      also: [{ span: also, label: `${quoteSource(operation)} needs it` }],
    }),
  },
  'while-reach': {
    means: 'The condition of `unique where` reads something that the index cannot contain.',
    why: 'A partial index covers stored fields of its own table only.',
    note: '`unique where` takes a condition over stored fields of the same record and literals.',
    says: (path: string) => `${quoteSource(path)} is not a stored field of this resource.`,
  },
  'while-alone': {
    means: 'A field is both `unique` and `unique where` a condition.',
    why: 'The unconditional constraint already covers every record, so the condition has no effect.',
    note: '`unique where` limits uniqueness to the records that match its condition. It cannot be combined with `unique`, only with `unique with`.',
    help: 'remove `unique` or `unique where`',
    says: () => 'This field is already `unique` without the condition.',
  },
});
