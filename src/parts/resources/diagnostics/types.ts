import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, sayUnknown } from '../../../diagnostics/words.ts';

/** The diagnostics of types that name nothing, or are not allowed in their location. */
export const types = defineDiagnostics('resources', {
  'unknown-name': {
    means: 'A type is the name of an object or union that the document does not define.',
    why: 'The service could not validate values of the field.',
    note: 'A type is a built-in type, or an object or union of this part.',
    says: sayUnknown('object or union'),
  },
  'resource-as-type': {
    means: 'A field has a resource as its type.',
    why: 'A record exists once, in its own table; other records refer to it by `ref`.',
    note: 'A field refers to a resource with `ref`. Only objects and unions are embedded.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is a resource and cannot be embedded.`,
      suggestion: `ref ${found}`,
    }),
  },
  'unknown-resource': {
    means: '`ref` names a resource that the document does not define.',
    why: 'The service could not check the reference.',
    note: '`ref` takes a resource of this part.',
    says: sayUnknown('resource'),
  },
  'ref-to-object': {
    means: 'A `ref` names an object or a union.',
    why: 'Objects have no identity, so nothing can refer to them; they are embedded.',
    note: '`ref` takes a resource of this part.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is not a resource, so \`ref\` cannot refer to it.`,
      suggestion: found,
    }),
  },
  'deep-object': {
    means: 'Objects contain one another in too many levels.',
    why: 'Each level of a value takes memory in every program that reads it.',
    note: 'An object contains others in at most 100 levels.',
    says: (name: string, most: number) => `${quoteSource(name)} contains objects in more than ${most} levels.`,
  },
  'recursive-object': {
    means: 'An object always contains another object of the same kind.',
    why: 'A value of this type could never end.',
    note: 'An object may contain itself only in an optional field, a list, a map, or with `or null`.',
    says: (path: string) => `This object always contains itself: ${path}.`,
  },
  'state-in-object': {
    means: 'The type `state` is used in an object, a list or a map, or is nullable.',
    why: 'Transitions change the state of a record, and a record has exactly one value for each state field.',
    note: 'The type `state` is for a field of a resource. It cannot be in a list or map, and is not nullable.',
    says: () => 'The type `state` is not allowed here.',
  },
  'state-constraint': {
    means: 'A `state` field has a constraint.',
    why: 'The state table alone decides which values the field has and who changes it.',
    note: 'Only transitions set a `state` field, so its only constraints are `read-only` and `internal`.',
    says: (found: string) => `${quoteSource(found)} is not allowed on a \`state\` field.`,
  },
  'no-states': {
    means: 'A field has the type `state`, but no table lists its states.',
    why: 'The states are the values of the field, so it would have none.',
    note: 'The part “States and transitions” lists the states of each `state` field.',
    says: (resource: string, field: string) => `\`${resource}.${field}\` has no table of states.`,
  },
});
