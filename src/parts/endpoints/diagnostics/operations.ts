import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const pathRule =
  'A placeholder is the identity of the operation’s resource, another `unique` field, the fields of a `unique with`, a `ref` field (the parent), or a unique field of the parent such as `{customer.email}`.';

/** The diagnostics of operations that do not fit their resources, of their paths, and of the records that these name. */
export const operations = defineDiagnostics('endpoints', {
  'unknown-resource': {
    means: 'An operation or a parameter names a resource that the document does not define.',
    why: 'Without its fields, the service cannot read, write or validate a record.',
    note: 'The upper-case word of an Operation is a resource of the part “Resources and their fields”.',
    says: (name: string, what: string, suggestion?: string) => ({ message: `\`${name}\` is ${what}.`, suggestion }),
  },
  'unknown-transition': {
    means: 'An operation has a verb that is neither built in nor a transition of its resource.',
    why: 'The state table defines what a transition does; without a row there is nothing to run.',
    note: 'An Operation is a built-in verb, a transition of its resource, or a handler, marked `(handler)`.',
    says: (
      verb: string,
      resource: string,
      meant: { readonly suggestion?: string | undefined; readonly help?: string },
    ) => ({
      message: `\`${resource}\` has no transition \`${verb}\`.`,
      ...meant,
    }),
  },
  'duplicate-operation': {
    means: 'Two operations have the same name.',
    why: 'Scopes, handlers, limits and events refer to operations by name, so a name must be unique.',
    note: 'Each operation has its own name. ` as <name>` sets it.',
    says: (name: string, first: Span) => ({
      message: `Two operations are named \`${name}\`.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-route': {
    means: 'Two operations have the same method and the same path, apart from placeholder names.',
    why: 'The service could not decide which operation a request calls.',
    note: 'Each method and path belongs to one operation.',
    says: (route: string, name: string, first: Span) => ({
      message: `\`${route}\` already belongs to \`${name}\`.`,
      also: labelFirst(first),
    }),
  },
  'other-placeholder': {
    means: 'Two paths differ only in the name of a placeholder.',
    why: 'The router matches segments, not names; different names suggest a difference that does not exist.',
    note: 'Paths that differ only in the names of placeholders use the same names.',
    says: (found: string, other: string, { first, fits }: { readonly first: Span; readonly fits: boolean }) => ({
      message: `Expected \`${other}\` as in another path, found \`${found}\`.`,
      ...(fits ? { suggestion: other } : {}),
      also: labelFirst(first),
    }),
  },
  'method-mismatch': {
    means: 'The method of an operation contradicts what the operation does.',
    why: 'Clients, caches and proxies rely on the semantics of methods, for example that GET changes nothing.',
    note: 'The method fits the operation: GET only reads, `replace` is PUT, `update` is PATCH, PUT or POST, `delete` is DELETE.',
    says: (method: string, form: string, does: string, suggestion?: string) => ({
      message: `\`${method}\` does not fit \`${form}\`, which ${does}.`,
      suggestion,
    }),
  },
  'file-request': {
    means: 'A Request has files in a list.',
    why: 'A form has one part for each file, and the service stores each of them in a field of its own.',
    note: 'A file is a member of the Request, or of an object that it writes out. For several files, clients create several records.',
    says: (name: string) => `\`${name}\` cannot take a list of files.`,
  },
  'transition-path': {
    severity: 'warning',
    means: 'A transition without a Method has the path of its record, without its verb.',
    why: 'In a row of several operations, the path of the transition would end in its verb. Alone in its row, its path is exact.',
    note: 'A row of one operation states its exact Path. If that is the path of the record, a transition also states its Method.',
    says: (name: string, path: string, verb: string) => ({
      message: `\`${name}\` has the path of its record, without \`/${verb}\`.`,
      suggestion: `${path}/${verb}`,
    }),
  },
  'no-request-here': {
    means: 'An operation that takes no body has a Request.',
    why: 'HTTP gives the body of GET and DELETE no meaning, and proxies may drop it.',
    note: 'Request is empty for `read`, `list`, `delete`, every GET, and operations defined by a standard.',
    says: (what: string) => `A Request is not allowed here: ${what}.`,
  },
  'changes-nothing': {
    severity: 'warning',
    means: 'No field of the Request is a field of the resource that clients can change.',
    why: 'The operation accepts a body and then leaves the record as it was, which clients cannot see.',
    note: 'An update or replace writes the resource fields of its Request. Only expressions and handlers read the other fields.',
    says: (form: string, resource: string) => `\`${form}\` never changes a field of \`${resource}\`.`,
  },
  'required-never-sent': {
    means: 'A create leaves a required field of the resource without a value.',
    why: 'Every call of the operation would fail, because the service never stores a record without its required fields.',
    note: 'A create sets each required field: from its Request, its path, a default, or an Effect of a row of `create`.',
    says: (form: string, called: string) => ({
      message: `\`${form}\` never succeeds: the required field \`${called}\` gets no value.`,
      help: `add \`${called}\` to the Request`,
    }),
  },
  'unknown-placeholder': {
    means: 'A placeholder of a path is not a field of the resource.',
    why: 'The service finds the record by this field.',
    note: pathRule,
    says: (name: string, resource: string, suggestion?: string) => ({
      message: `\`{${name}}\` is not a field of \`${resource}\`.`,
      suggestion,
    }),
  },
  'placeholder-mismatch': {
    means: 'A placeholder names a field that cannot identify a record of this operation.',
    why: 'A field that several records share would leave open which record a request means.',
    note: pathRule,
    says: (name: string, why: string, suggestion?: string) => ({
      message: `\`{${name}}\` is not allowed in this path: ${why}.`,
      suggestion,
    }),
  },
  'no-record-named': {
    means: 'An operation on one record has no placeholder that identifies the record, and no line Record.',
    why: 'The service would not know which record to read or change.',
    note: 'An operation on one record finds it by a placeholder in its path, or by the line `Record`.',
    says: (form: string, suggestion?: string) => ({
      message: `\`${form}\` does not identify a record.`,
      ...(suggestion === undefined ? {} : { help: `end the path in \`${suggestion}\`` }),
    }),
  },
  'duplicate-record-reference': {
    means: 'The path of an operation identifies its record, and the line Record names another way to find it.',
    why: 'The two could point to different records.',
    note: 'Only an operation whose path does not identify a record has a line `Record`.',
    help: 'remove the line `Record`, or the placeholder',
    says: () => 'The path already identifies the record.',
  },
  'record-not-here': {
    means: 'An operation that has no single record has a line Record.',
    why: 'A list, a create or a handler without a resource reads no single record, so the line would have no effect.',
    note: 'Only operations on one record have a line `Record`.',
    says: (form: string) => `\`${form}\` is not an operation on one record.`,
  },
  'unknown-attribute': {
    means: 'The line Record names an attribute that callers do not have.',
    why: 'The service would find no record for any caller.',
    note: 'The line `Record` takes `caller.id` or an attribute of the table Caller.',
    says: (name: string, suggestion?: string) => ({ message: `The caller has no attribute \`${name}\`.`, suggestion }),
  },
  'attribute-type': {
    means: 'The line Record names an attribute that does not hold the identity of one record of the resource.',
    why: 'The service looks up the record by this value, so a list or a value of another type finds nothing.',
    note: 'The line `Record` takes an attribute that holds the identity of the record.',
    says: (name: string, resource: string) => `\`${name}\` does not hold the identity of one \`${resource}\`.`,
  },
});
