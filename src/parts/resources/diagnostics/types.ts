import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource } from '../../../diagnostics/words.ts';

const fitRule = 'A constraint or format fits the type of its field, or of the items of a list or map.';

/** What is said of types that name nothing, cannot stand where they do, or do not take their format. */
export const types = defineDiagnostics('resources', {
  'unknown-name': {
    note: 'A type is a built-in type, or an object or union of this part.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown object or union ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'resource-as-type': {
    note: 'A field refers to a resource with `ref`. Only objects and unions are embedded.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is a resource and cannot be embedded.`,
      suggestion: `ref ${found}`,
    }),
  },
  'unknown-resource': {
    note: '`ref` takes a resource of this part.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown resource ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'ref-to-object': {
    note: '`ref` takes a resource of this part.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is not a resource, so \`ref\` cannot refer to it.`,
      suggestion: found,
    }),
  },
  'recursive-object': {
    note: 'An object may contain itself only in an optional field, a list, a map, or with `or null`.',
    says: (path: string) => `This object always contains itself: ${path}.`,
  },
  'state-in-object': {
    note: 'The type `state` is for a field of a resource. It cannot be in a list or map, and is not nullable.',
    says: () => 'The type `state` is not allowed here.',
  },
  'state-constraint': {
    note: 'Only transitions set a `state` field, so it has no format and no constraints.',
    says: (found: string) => `${quoteSource(found)} is not allowed on a \`state\` field.`,
  },
  'no-states': {
    note: 'The part “States and transitions” lists the states of each `state` field.',
    says: (resource: string, field: string) => `\`${resource}.${field}\` has no table of states.`,
  },
  'format-mismatch': {
    note: fitRule,
    says: (format: string, bases: string, type: string) =>
      `Format ${quoteSource(format)} does not fit a field of type ${type}: expected ${bases}.`,
  },
});
