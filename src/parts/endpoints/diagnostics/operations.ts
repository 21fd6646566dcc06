import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const pathRule =
  'A placeholder is the identity of the operation’s resource, another `unique` field, the fields of a `unique with`, a `ref` field (the parent), or a unique field of the parent such as `{customer.email}`.';

/** What is said of operations that do not fit their resources, of their paths, and of the records that these name. */
export const operations = defineDiagnostics('endpoints', {
  'unknown-resource': {
    note: 'The upper-case word of an Operation is a resource of the part “Resources and their fields”.',
    says: (name: string, what: string, suggestion?: string) => ({ message: `\`${name}\` is ${what}.`, suggestion }),
  },
  'unknown-transition': {
    note: 'An Operation is a built-in verb, a transition of its resource, or a handler, marked `(handler)`.',
    says: (verb: string, resource: string, suggestion?: string) => ({
      message: `\`${resource}\` has no transition \`${verb}\`.`,
      suggestion,
    }),
  },
  'duplicate-operation': {
    note: 'Each operation has its own name. ` as <name>` sets it.',
    says: (name: string, first: Span) => ({
      message: `Two operations are named \`${name}\`.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-route': {
    note: 'Each method and path belongs to one operation.',
    says: (route: string, name: string, first: Span) => ({
      message: `\`${route}\` already belongs to \`${name}\`.`,
      also: labelFirst(first),
    }),
  },
  'other-placeholder': {
    note: 'Paths that differ only in the names of placeholders use the same names.',
    says: (found: string, other: string, first: Span) => ({
      message: `Expected \`${other}\` as in another path, found \`${found}\`.`,
      suggestion: other,
      also: labelFirst(first),
    }),
  },
  'method-mismatch': {
    note: 'The method fits the operation: GET only reads, `replace` is PUT, `update` is PATCH, PUT or POST, `delete` is DELETE.',
    says: (method: string, form: string, does: string, suggestion?: string) => ({
      message: `\`${method}\` does not fit \`${form}\`, which ${does}.`,
      suggestion,
    }),
  },
  'no-request-here': {
    note: 'Request is empty for `read`, `list`, `delete`, every GET, and operations defined by a standard.',
    says: (what: string) => `A Request is not allowed here: ${what}.`,
  },
  'request-missing': {
    note: 'An operation without a Request accepts no body.',
    says: (form: string) => `\`${form}\` needs a Request.`,
  },
  'changes-nothing': {
    severity: 'warning',
    note: 'An update or replace writes the resource fields of its Request. Only expressions and handlers read the other fields.',
    says: (form: string, resource: string) => `\`${form}\` never changes a field of \`${resource}\`.`,
  },
  'required-never-sent': {
    note: 'A create sets each required field: from its Request, its path, a default, or an Effect of a row of `create`.',
    says: (form: string, called: string) => ({
      message: `\`${form}\` never succeeds: the required field \`${called}\` gets no value.`,
      suggestion: called,
    }),
  },
  'unknown-placeholder': {
    note: pathRule,
    says: (name: string, resource: string, suggestion?: string) => ({
      message: `\`{${name}}\` is not a field of \`${resource}\`.`,
      suggestion,
    }),
  },
  'placeholder-mismatch': {
    note: pathRule,
    says: (name: string, why: string, suggestion?: string) => ({
      message: `\`{${name}}\` is not allowed in this path: ${why}.`,
      suggestion,
    }),
  },
  'no-record-named': {
    note: 'An operation on one record finds it by a placeholder in its path, or by the line `Record`.',
    says: (form: string, suggestion?: string) => ({
      message: `\`${form}\` does not identify a record.`,
      ...(suggestion === undefined ? {} : { help: `end the path in \`${suggestion}\`` }),
    }),
  },
  'duplicate-record-reference': {
    note: 'Only an operation whose path does not identify a record has a line `Record`.',
    says: () => ({
      message: 'The path already identifies the record.',
      help: 'remove the line `Record`, or the placeholder',
    }),
  },
  'record-not-here': {
    note: 'Only operations on one record have a line `Record`.',
    says: (form: string) => `\`${form}\` is not an operation on one record.`,
  },
  'unknown-attribute': {
    note: 'The line `Record` takes `caller.id` or an attribute of the table Caller.',
    says: (name: string, suggestion?: string) => ({ message: `The caller has no attribute \`${name}\`.`, suggestion }),
  },
  'attribute-type': {
    note: 'The line `Record` takes an attribute that holds the identity of the record.',
    says: (name: string, resource: string) => `\`${name}\` does not hold the identity of one \`${resource}\`.`,
  },
});
