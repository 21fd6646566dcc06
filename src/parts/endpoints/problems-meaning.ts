const pathRule =
  'A placeholder names the identity of the operation’s resource, another `unique` field, the fields of a `unique with`, a `ref` field (the parent), or a unique field of the parent such as `{customer.email}`.';
const statusRule =
  'A Response has a status from 200 to 399; refusals are rows of Errors. Statuses 204 and 205 have no body.';
const responsesRule =
  'Several responses are tried in order, each but the last with `when`; those of a create by PUT have none: first created, second repeated.';
const filterRule =
  'Filters compare strings, numbers, dates, booleans, states, `one of` and refs; `<` and the like numbers, strings, dates and moments; `contains` strings and lists of strings or integers; `"starts with"` strings.';
const orderRule =
  'A list is ordered by stored fields that hold one string, number, boolean, date or moment; decimals and fields that name `self` are not ordered.';
const near = (message: string, suggestion?: string) => ({ message, suggestion });

/** What is said of Endpoints that do not fit themselves or the other parts. */
export const meanings = {
  'unknown-resource': {
    rule: 'The upper-case word of an Operation is a resource of the part Resources and their fields.',
    says: (name: string, what: string, suggestion?: string) => near(`\`${name}\` is ${what}.`, suggestion),
  },
  'unknown-transition': {
    rule: 'An Operation is one of the language’s own verbs, a transition of its resource, or code marked `(code)`.',
    says: (verb: string, resource: string, suggestion?: string) =>
      near(`\`${resource}\` has no transition \`${verb}\`.`, suggestion),
  },
  'doubled-operation': {
    rule: 'An operation is meant by its name, so a name stands once; ` as <name>` gives a row a name of its own.',
    says: (name: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${name}\` names another row already.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'doubled-route': {
    rule: 'A method and a path lead to one operation.',
    says: (route: string, name: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${route}\` leads to \`${name}\` already.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'other-placeholder': {
    rule: 'Two paths that differ only in the names inside `{…}` must use the same names.',
    says: (found: string, other: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${found}\` stands where another path has \`${other}\`.`,
      suggestion: other,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'method-fits': {
    rule: 'The method fits what the operation does: a GET changes nothing, replace is a PUT, update a PATCH or POST, delete a DELETE.',
    says: (method: string, form: string, does: string, suggestion?: string) =>
      near(`\`${method}\` does not fit \`${form}\`, which ${does}.`, suggestion),
  },
  'no-request-here': {
    rule: 'Request of `read`, `list`, `delete`, of a GET and of operations that a standard shapes stays empty.',
    says: (what: string) => `A Request cannot stand here: ${what}.`,
  },
  'request-missing': {
    rule: 'Without a Request a request may have no body.',
    says: (form: string) => `\`${form}\` can do nothing without a Request.`,
  },
  'response-of-standard': {
    rule: 'Request and Response of `issue token`, `revoke token` and `stream events` stay empty but for the status: the standard gives their shapes.',
    says: (name: string) => `Only a status may stand in the Response of \`${name}\`.`,
  },
  'no-response': {
    severity: 'warning',
    rule: 'A Response is a status and a shape, or a status alone.',
    says: (name: string) => `\`${name}\` states no Response: it answers 204 without a body.`,
  },
  'status-range': {
    rule: statusRule,
    says: (status: number, why: string) => `The status ${status} cannot stand here: ${why}.`,
  },
  'unusual-status': {
    severity: 'warning',
    rule: statusRule,
    says: (status: number, form: string, usual: number) => near(`${status} is unusual for \`${form}\`.`, String(usual)),
  },
  'body-of-empty': {
    rule: statusRule,
    says: (status: number) => `An answer with status ${status} has no body, so no shape.`,
  },
  'when-missing': {
    rule: responsesRule,
    says: () => 'This response has no `when`, so those behind it are never given.',
  },
  'when-on-last': {
    rule: responsesRule,
    says: () => 'The last response has a `when`: where it does not hold nothing would answer.',
  },
  'put-responses': {
    rule: responsesRule,
    says: (count: number) =>
      `A create by PUT has two responses, and ${count === 1 ? 'one stands' : `${count} stand`} here.`,
  },
  'when-on-put': { rule: responsesRule, says: () => 'The responses of a create by PUT have no `when`.' },
  'own-header': {
    rule: 'ETag, Link, Retry-After, Deprecation, content headers and the like follow from their own facts.',
    says: (name: string) => `The service sets the header \`${name}\` itself.`,
  },
  'header-type': {
    rule: 'The value of a header is one text, number, boolean, date or moment.',
    says: (name: string) => `The value of the header \`${name}\` is not one value.`,
  },
  'no-location': {
    rule: '`header Location` is the address of the record’s `read` operation.',
    says: (why: string) => `There is no address for this Location: ${why}.`,
  },
  'cursor-without-parameter': {
    severity: 'warning',
    rule: '`next cursor` is what a parameter with Means `cursor` is given to go on.',
    says: () => 'This list tells a `next cursor`, and no parameter takes one.',
  },
  'unknown-placeholder': {
    rule: pathRule,
    says: (name: string, resource: string, suggestion?: string) =>
      near(`\`{${name}}\` names no field of \`${resource}\`.`, suggestion),
  },
  'placeholder-unfit': {
    rule: pathRule,
    says: (name: string, why: string, suggestion?: string) =>
      near(`\`{${name}}\` cannot stand in this path: ${why}.`, suggestion),
  },
  'no-record-named': {
    rule: 'The path of an operation on one record finds it by a placeholder; where a path names no record, the line Record does.',
    says: (form: string, suggestion?: string) => ({
      message: `Nothing says which record \`${form}\` means.`,
      ...(suggestion === undefined ? {} : { label: `its path ends in \`${suggestion}\`, say` }),
    }),
  },
  'record-named-twice': {
    rule: 'Where a path names no record, the line Record does.',
    says: () => 'The path names the record already.',
  },
  'record-not-here': {
    rule: 'The line Record stands under operations on one record.',
    says: (form: string) => `\`${form}\` is no operation on one record.`,
  },
  'unknown-attribute': {
    rule: 'The line Record names `caller.id` or an attribute of the table Caller.',
    says: (name: string, suggestion?: string) => near(`The caller has no attribute \`${name}\`.`, suggestion),
  },
  'attribute-type': {
    rule: 'The line Record names an attribute that holds the identity of the record.',
    says: (name: string, resource: string) => `\`${name}\` does not hold the identity of one \`${resource}\`.`,
  },
  'order-not-here': {
    rule: 'The line Order stands under a list.',
    says: (form: string) => `\`${form}\` is no list.`,
  },
  'unknown-field': {
    rule: 'A field here is one of the operation’s own resource.',
    says: (field: string, resource: string, suggestion?: string) =>
      near(`\`${resource}\` has no field \`${field}\`.`, suggestion),
  },
  'not-orderable': {
    rule: orderRule,
    says: (field: string, why: string) => `A list cannot be ordered by \`${field}\`: ${why}.`,
  },
  'doubled-field': {
    rule: 'A field stands once in a list of fields.',
    says: (field: string) => `\`${field}\` stands here already.`,
  },
  'not-filterable': {
    rule: filterRule,
    says: (field: string, operator: string, why: string, suggestion?: string) =>
      near(`\`${field}\` cannot be filtered by \`${operator}\`: ${why}.`, suggestion),
  },
  'not-searchable': {
    rule: '`search` looks for words in strings, and in lists of strings.',
    says: (field: string, why: string) => `\`${field}\` cannot be searched: ${why}.`,
  },
  'not-expandable': {
    rule: '`expand` embeds the record that a `ref` field names.',
    says: (field: string, why: string) => `\`${field}\` cannot be expanded: ${why}.`,
  },
  'means-not-here': {
    rule: 'Filters, searches, sorts, paging and totals are those of a list; `expand` and `fields` need a record; `input` is handed to guards, effects, responses and code.',
    says: (means: string, form: string) => `A parameter of \`${form}\` cannot mean \`${means}\`.`,
  },
  'doubled-means': {
    rule: 'A list has one parameter each for paging, sorting, totals and fields.',
    says: (means: string, first: { readonly start: number; readonly end: number }) => ({
      message: `Another parameter means \`${means}\` already.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'mixed-paging': {
    rule: 'A list is paged in one way: by `cursor`, by `offset`, by `page number`, or by `after id` and `before id`.',
    says: (means: string, other: string, first: { readonly start: number; readonly end: number }) => ({
      message: `This list is paged by \`${other}\` already, so not by \`${means}\`.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'doubled-parameter': {
    rule: 'A parameter stands once; headers are compared without regard to letter case.',
    says: (name: string, first: { readonly start: number; readonly end: number }) => ({
      message: `The parameter \`${name}\` stands here a second time.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'member-and-parameter': {
    rule: 'A member of the body and a parameter of one name are an error.',
    says: (name: string) => `The body has a member \`${name}\`, so no parameter can have that name.`,
  },
  'parameter-constraint': {
    rule: 'A parameter may be `required`, have a `default`, ranges, `multiple of`, `unique items` and a `pattern`.',
    says: (found: string) => `\`${found}\` is no constraint of a parameter.`,
  },
  'parameter-type': {
    rule: 'A parameter travels as text: its type is a string, integer, number, boolean, `one of`, `ref`, or a list of these.',
    says: (found: string) => `A parameter cannot be of type \`${found}\`.`,
  },
  'default-unfit': {
    rule: 'A default is a literal that its parameter can hold.',
    says: (found: string) => `\`${found}\` is no value of this parameter.`,
  },
  'no-paging': {
    severity: 'warning',
    rule: 'A list without any paging parameter answers at most the host’s page ceiling and is `unavailable` when there is more.',
    says: (name: string) => `\`${name}\` has no paging parameter.`,
  },
  'slow-search': {
    severity: 'warning',
    rule: 'A `search` reads every record that the row rule admits.',
    says: (name: string) => `The parameter \`${name}\` reads every record, since no index serves a search.`,
  },
  'slow-where': {
    severity: 'warning',
    rule: 'A `where` that is not one comparison of a field with `value` is served by no index.',
    says: (name: string) => `The parameter \`${name}\` reads along another index, since none serves its condition.`,
  },
  'unknown-operation': {
    rule: 'Operations are meant by their names in the Operations table, by `all X`, or by `all`.',
    says: (name: string, suggestion?: string) => near(`There is no operation \`${name}\`.`, suggestion),
  },
  'safe-idempotency': {
    rule: 'Idempotency keys are for operations that change something; a GET can be repeated as it is.',
    says: (name: string) => `\`${name}\` changes nothing, so it needs no key.`,
  },
  'standard-idempotency': {
    rule: 'Idempotency keys are for operations on records and for code.',
    says: (name: string) => `\`${name}\` is shaped by its standard, which knows no key.`,
  },
  'doubled-idempotency': {
    rule: 'An operation has one Idempotency row.',
    says: (name: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${name}\` has an Idempotency row already.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'no-condition-here': {
    rule: 'If-Match asks for the present version of one record; a list has no If-Match. If-None-Match asks of one record, a list, or a create by PUT.',
    says: (name: string, header: string) => `\`${header}\` cannot be asked of \`${name}\`.`,
  },
  'doubled-condition': {
    rule: 'An operation has one Preconditions row for each header.',
    says: (name: string, header: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${name}\` has a row for \`${header}\` already.`,
      also: [{ span: first, label: 'first here' }],
    }),
  },
  'media-type': {
    rule: 'Requests and answers are JSON: `application/json` or a type that ends in `+json`; requests may be forms besides: `application/x-www-form-urlencoded`.',
    says: (found: string, suggestion?: string) => near(`\`${found}\` is no media type of JSON.`, suggestion),
  },
} as const;
