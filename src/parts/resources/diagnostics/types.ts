import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource } from '../../../diagnostics/words.ts';

const fitRule = 'A constraint or format must fit the type of its field, or the items of a list or map.';

/** What is said of types that name nothing, cannot stand where they do, or do not take their format. */
export const types = defineDiagnostics('resources', {
  'unknown-name': {
    note: 'The name of a type is that of an object or union of this part, or one of the words of the language.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no object or union ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'resource-as-type': {
    note: 'A field refers to a record of a resource by `ref`; only objects and unions are held inside a record.',
    says: (found: string) => ({ message: `${quoteSource(found)} is a resource.`, suggestion: `ref ${found}` }),
  },
  'unknown-resource': {
    note: '`ref` is followed by the name of a resource of this part.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no resource ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'ref-to-object': {
    note: '`ref` is followed by the name of a resource of this part.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is no resource: it has no identity to refer to.`,
      suggestion: found,
    }),
  },
  'recursive-object': {
    note: 'An object may hold itself only where it may be left out: in a field that is not required, a list, a map, or `or null`.',
    says: (path: string) => `This can never be written down: ${path}.`,
  },
  'state-in-object': {
    note: 'A `state` field belongs to a resource, is neither in a list nor in a map, and is never null.',
    says: () => 'A state cannot stand here.',
  },
  'state-constraint': {
    note: 'A `state` field is set by transitions alone: it has no format and no constraints.',
    says: (found: string) => `${quoteSource(found)} may not be said of a state.`,
  },
  'no-states': {
    note: 'A `state` field has its states in the part “States and transitions”.',
    says: (resource: string, field: string) => `The states of \`${resource}.${field}\` are not stated.`,
  },
  'format-mismatch': {
    note: fitRule,
    says: (format: string, bases: string, type: string) =>
      `The format ${quoteSource(format)} is for ${bases}, and this field is ${type}.`,
  },
});
