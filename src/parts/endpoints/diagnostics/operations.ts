import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const pathRule =
  'A placeholder names the identity of the operation’s resource, another `unique` field, the fields of a `unique with`, a `ref` field (the parent), or a unique field of the parent such as `{customer.email}`.';

/** What is said of operations that do not fit their resources, of their paths, and of the records that these name. */
export const operations = defineDiagnostics('endpoints', {
  'unknown-resource': {
    note: 'The upper-case word of an Operation is a resource of the part Resources and their fields.',
    says: (name: string, what: string, suggestion?: string) => ({ message: `\`${name}\` is ${what}.`, suggestion }),
  },
  'unknown-transition': {
    note: 'An Operation is one of the language’s own verbs, a transition of its resource, or code marked `(handler)`.',
    says: (verb: string, resource: string, suggestion?: string) => ({
      message: `\`${resource}\` has no transition \`${verb}\`.`,
      suggestion,
    }),
  },
  'duplicate-operation': {
    note: 'An operation is meant by its name, so a name stands once; ` as <name>` gives a row a name of its own.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` names another row already.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-route': {
    note: 'A method and a path lead to one operation.',
    says: (route: string, name: string, first: Span) => ({
      message: `\`${route}\` leads to \`${name}\` already.`,
      also: labelFirst(first),
    }),
  },
  'other-placeholder': {
    note: 'Two paths that differ only in the names inside `{…}` must use the same names.',
    says: (found: string, other: string, first: Span) => ({
      message: `\`${found}\` stands where another path has \`${other}\`.`,
      suggestion: other,
      also: labelFirst(first),
    }),
  },
  'method-mismatch': {
    note: 'The method fits what the operation does: a GET changes nothing, replace is a PUT, update a PATCH, PUT or POST, delete a DELETE.',
    says: (method: string, form: string, does: string, suggestion?: string) => ({
      message: `\`${method}\` does not fit \`${form}\`, which ${does}.`,
      suggestion,
    }),
  },
  'no-request-here': {
    note: 'Request of `read`, `list`, `delete`, of a GET and of operations that a standard shapes stays empty.',
    says: (what: string) => `A Request cannot stand here: ${what}.`,
  },
  'request-missing': {
    note: 'Without a Request a request may have no body.',
    says: (form: string) => `\`${form}\` can do nothing without a Request.`,
  },
  'changes-nothing': {
    severity: 'warning',
    note: 'An update or replace changes the fields that its Request holds; its other members are read by expressions and code alone.',
    says: (form: string, resource: string) =>
      `The Request of \`${form}\` holds no field of \`${resource}\` that may be changed, and no row sets one.`,
  },
  'required-never-sent': {
    note: 'A create gives each required field a value: from its Request, its path, a default, or an Effect of a row `create`.',
    says: (form: string, called: string) => ({
      message: `\`${form}\` can never succeed: nothing gives \`${called}\`, which is required, a value.`,
      suggestion: called,
    }),
  },
  'unknown-placeholder': {
    note: pathRule,
    says: (name: string, resource: string, suggestion?: string) => ({
      message: `\`{${name}}\` names no field of \`${resource}\`.`,
      suggestion,
    }),
  },
  'placeholder-mismatch': {
    note: pathRule,
    says: (name: string, why: string, suggestion?: string) => ({
      message: `\`{${name}}\` cannot stand in this path: ${why}.`,
      suggestion,
    }),
  },
  'no-record-named': {
    note: 'The path of an operation on one record finds it by a placeholder; where a path names no record, the line Record does.',
    says: (form: string, suggestion?: string) => ({
      message: `Nothing says which record \`${form}\` means.`,
      ...(suggestion === undefined ? {} : { label: `its path ends in \`${suggestion}\`, say` }),
    }),
  },
  'duplicate-record-reference': {
    note: 'Where a path names no record, the line Record does.',
    says: () => 'The path names the record already.',
  },
  'record-not-here': {
    note: 'The line Record stands under operations on one record.',
    says: (form: string) => `\`${form}\` is no operation on one record.`,
  },
  'unknown-attribute': {
    note: 'The line Record names `caller.id` or an attribute of the table Caller.',
    says: (name: string, suggestion?: string) => ({ message: `The caller has no attribute \`${name}\`.`, suggestion }),
  },
  'attribute-type': {
    note: 'The line Record names an attribute that holds the identity of the record.',
    says: (name: string, resource: string) => `\`${name}\` does not hold the identity of one \`${resource}\`.`,
  },
});
