import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const identityRule =
  'The identity of a resource is the field `id`, or the one marked `identity`; it is a string or an integer.';

/** What is said of identities, and of what `unique` stands for. */
export const identities = defineDiagnostics('resources', {
  'no-identity': {
    note: identityRule,
    says: (resource: string) => `The resource ${quoteSource(resource)} has no identity.`,
  },
  'identity-type': { note: identityRule, says: (type: string) => `An identity cannot be ${type}.` },
  'identity-source': {
    note: 'An identity is `assigned`, `required`, or given by the path of a PUT; it has no default and is not computed.',
    says: (constraint: string) => `An identity cannot be ${quoteSource(constraint)}.`,
  },
  'second-identity': {
    note: identityRule,
    says: (before: Span) => ({ message: 'A second field is marked `identity`.', also: labelFirst(before) }),
  },
  'unknown-field': {
    note: 'The name is that of a field of the same resource.',
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoteSource(resource)} has no field ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'unique-field': {
    note: 'The fields of `unique` hold one value each, kept in the record: neither lists, maps and objects nor secrets, nor what is worked out when shown.',
    says: (field: string) => `${quoteSource(field)} cannot take part in \`unique\`.`,
  },
  'unique-hidden': {
    note: 'A field that clients send and are never shown takes no part in `unique`: the refusal would tell which values there are.',
    says: (field: string) => ({
      message: `Clients send ${quoteSource(field)} and are never shown it, and \`not unique\` would tell which values there are.`,
      label: 'leave it out here, or show the field',
    }),
  },
  'unique-itself': {
    note: '`unique with` names the other fields that together with this one stand for one record.',
    says: (field: string) => `${quoteSource(field)} is the field itself, or stands here twice.`,
  },
  'identity-given': {
    note: 'An identity is `assigned`, `required`, or given by the path of a PUT.',
    says: (operation: string, also: Span) => ({
      message: 'Nothing gives this identity a value.',
      label: 'write `required` or `assigned`',
      also: [{ span: also, label: `${quoteSource(operation)} needs it` }],
    }),
  },
  'while-reach': {
    note: '`unique where` is a condition over the record’s own stored fields and literals.',
    says: (path: string) => `${quoteSource(path)} is no stored field of the record itself.`,
  },
  'while-alone': {
    note: '`unique where` stands for `unique` where its condition holds; it may stand beside `unique with`.',
    says: () => 'This field is `unique` already, whatever the condition.',
  },
});
