import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { labelFirst } from '../diagnostics/words.ts';
import type { Span } from '../text/location.ts';
import { figureDiagnostics } from './figure-diagnostics.ts';

const grammar =
  'A shape is a name, `Name(field, field?, key: shape)`, `Name(all except field)`, `Name.field`, `shape[]`, `{ key: shape, key?: shape }`, a literal, `= <CEL>` or a built-in value.';
const bodies =
  'Only an error body has lists of fixed values, `[code, "a text"]`, and alternatives, `fields by name or message`.';
const roles = 'A bare lower-case word is a built-in value; a string is in double quotes.';
const picks =
  'Plain names in parentheses select fields; or `all`, written first, selects every field, `all except field, field` every other one, and `key: shape` adds or replaces one.';
const requests =
  'A request consists of names, fields, objects, lists and literals; a resource means its fields that clients can send.';
const types: readonly string[] = ['string', 'integer', 'number', 'boolean'];
const typeHelp =
  'give a field this type, under a heading of Resources such as `### Message (object)`, and write `Message` here';
const embedding =
  'A member named like a `ref` field, with the shape of its resource, embeds that record, at most three deep. Of a list of refs, the shape ends in `[]`.';
const children =
  '`key: Name(field)[..20]` shows the first 20 records of `Name` whose `ref` field refers to this record. `through <field>` chooses the `ref`, `by -<field>` states the order.';
/** The records differ by field, so the author chooses it. */
const helpChoose = (refs: readonly string[]): string => `choose the field, such as \`[..20 through ${refs[0]}]\``;
const formatNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const shapeDiagnostics = defineDiagnostics('shape', {
  empty: {
    means: 'A code span that requires a shape is empty.',
    why: 'An empty code span is neither a shape nor a recorded gap.',
    note: grammar,
    says: () => 'The shape is empty.',
  },
  unexpected: {
    means: 'A shape contains something that cannot follow the text before it.',
    why: 'Nonet cannot guess what the author intended, for example a missing colon.',
    note: grammar,
    says: (found: string, wanted: string, suggestion?: string) => ({
      message: `Expected ${wanted}, found \`${found}\`.`,
      suggestion,
    }),
  },
  missing: {
    means: 'A shape ends where a name, a field or a value is expected.',
    why: 'Nonet cannot complete the shape for its author.',
    note: grammar,
    says: (wanted: string) => `The shape ends too early: expected ${wanted}.`,
  },
  unclosed: {
    means: 'A bracket or a string in a shape is not closed.',
    why: 'The end of the shape would be ambiguous.',
    note: 'Every bracket and string of a shape is closed.',
    label: 'opened here',
    says: (opening: string, closing: string) => `\`${opening}\` is not closed: its \`${closing}\` is missing.`,
  },
  'too-deep': {
    means: 'A shape is nested too deeply.',
    why: 'The bound protects the service from shapes that exhaust the stack.',
    note: 'Shapes are nested at most 32 deep.',
    says: () => 'This shape is nested more than 32 deep.',
  },
  'bad-text': {
    means: 'A string in a shape is not a valid JSON string.',
    why: 'The service copies the string into responses, which are JSON.',
    note: 'A string is a JSON string in double quotes.',
    says: (found: string) => `\`${found}\` is not a valid JSON string.`,
  },
  'single-quotes': {
    means: 'A string in a shape is in single quotes.',
    why: 'Shapes use the strings of JSON, which have double quotes.',
    note: 'A string is a JSON string in double quotes.',
    says: (found: string, suggestion: string) => ({ message: `\`${found}\` is not a string.`, suggestion }),
  },
  'misplaced-all': {
    means: '`all` is not the first item in a list of fields.',
    why: '`all` selects every field, and the following items change this selection.',
    note: picks,
    says: () => ({ message: '`all` comes after other items.', help: 'move `all` to the beginning' }),
  },
  'except-without-all': {
    means: 'A list of fields contains `except` without `all` before it.',
    why: '`except` removes fields from `all`; from a list of chosen fields there is nothing to remove.',
    note: picks,
    says: (field: string, isFirst: boolean) => ({
      message: `\`except ${field}\` has nothing to remove from: the list does not begin with \`all\`.`,
      suggestion: isFirst ? 'all except' : undefined,
    }),
  },
  'name-beside-all': {
    means: 'A list of fields contains both `all` and a single field.',
    why: '`all` selects the field already, so the author may have meant to exclude it.',
    note: picks,
    says: (field: string) => ({
      message: `\`${field}\` is already selected by \`all\`.`,
      help: `remove it, or write \`all except ${field}\` to exclude the field`,
    }),
  },
  'duplicate-member': {
    means: 'An object in a shape has two members with the same name.',
    why: 'JSON readers keep only one of them, and which one differs.',
    note: 'Each member of a shape has a different name.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` is a duplicate.`,
      also: labelFirst(first),
    }),
  },
  'forbidden-name': {
    means: 'A member of a shape has a name that JavaScript treats specially.',
    why: 'A request with this name could change the behavior of the software that reads it.',
    note: 'The name `__proto__` is reserved.',
    says: () => 'A member cannot be named `__proto__`.',
  },
  'unknown-name': {
    means: 'A shape names a resource, object or union that the document does not define.',
    why: 'The service would have nothing to return.',
    note: 'A name in a shape is a resource, object or union of the part Resources and their fields.',
    says: (name: string, suggestion?: string) => ({
      message: `Unknown resource, object or union \`${name}\`.`,
      suggestion,
    }),
  },
  'unknown-field': {
    means: 'A shape names a field that the resource or object does not have.',
    why: 'The service would have no value to return or to store.',
    note: 'A name in parentheses, or after a dot, is a field of the resource or object before it.',
    says: (of: string, field: string, suggestion?: string) => ({
      message: `\`${of}\` has no field \`${field}\`.`,
      suggestion,
    }),
  },
  'unknown-role': {
    means: 'A bare lower-case word in a shape is not a built-in value of this location.',
    why: 'The word may be a misspelled built-in value, or a string without quotes.',
    note: roles,
    says: (word: string, allowed: readonly string[], suggestion?: string) => ({
      message:
        allowed.length === 0
          ? `Unknown word \`${word}\`: it is not a built-in value here.`
          : `Unknown built-in value \`${word}\`.`,
      label: allowed.length === 0 ? undefined : `available here: ${formatNames(allowed)}`,
      ...(types.includes(word) ? { help: typeHelp } : { suggestion }),
    }),
  },
  'role-elsewhere': {
    means: 'A shape uses a built-in value that is available in another location only.',
    why: 'The service has no such value there, for example no cursor in an event.',
    note: roles,
    says: (role: string, where: string, here: string) => `\`${role}\` is available in ${where}, not in ${here}.`,
  },
  'role-members': {
    means: 'A built-in value that is a string or a number has members.',
    why: 'There is nothing inside the value to select.',
    note: 'Only the built-in values of fields in an error body have members: `fields { field: pointer, code: problem, text: message }`.',
    says: (role: string) => `The built-in value \`${role}\` has no members.`,
  },
  'fields-list': {
    means: 'The brackets of a list follow a shape in an error body that is not the shape of one field.',
    why: 'Only the failed fields of a request are several.',
    note: 'In an error body, `[]` follows the shape of one field in `fields by …`: `message[]`, or `{ … }[]`.',
    says: () => '`[]` is not allowed here.',
  },
  'error-bodies-only': {
    means: 'A shape outside an error body lists fixed values in brackets.',
    why: 'Only error bodies have this form, because some standards repeat codes and texts in a list.',
    note: bodies,
    says: (what: string) => `${what} is allowed only in an error body.`,
  },
  'role-in-request': {
    means: 'A Request contains a built-in value such as `code`.',
    why: 'Clients send the body, so the service has no value to fill in.',
    note: requests,
    says: (word: string, allowed?: string) => ({
      message: `\`${word}\` is not allowed in a request.`,
      ...(types.includes(word) ? { help: typeHelp } : { suggestion: allowed ?? `"${word}"` }),
    }),
  },
  'expression-in-request': {
    means: 'A Request contains an expression.',
    why: 'Clients send the body, so the service has nothing to compute there.',
    note: requests,
    help: 'compute the value in an Effect of a `create` or `update` row, or in a computed field',
    says: () => 'A request cannot contain an expression.',
  },
  'no-expression-here': {
    means: 'An envelope or an error body contains an expression.',
    why: 'Both are written where no single record is available, so there is nothing to compute from.',
    note: 'An envelope consists of built-in values, literals and objects; an error body also of lists and alternatives.',
    says: () => 'An expression is not allowed here.',
  },
  'no-record-here': {
    means: 'An error body or an envelope names a field of a record.',
    why: 'An error can occur before any record is loaded, so none is available.',
    note: 'A name refers to the record of the response or event.',
    says: (name: string, why: string) => `\`${name}\` does not refer to a record here: ${why}.`,
  },
  'another-record': {
    means: 'A response shows a resource other than the one its operation returns.',
    why: 'The operation has loaded only its own record, so there is nothing to show for the other resource.',
    note: embedding,
    says: (name: string, subject: string, ref?: string, key?: Span, refersHere?: boolean) => ({
      message: `Expected the record of \`${subject}\`, found \`${name}\`.`,
      ...(ref === undefined ? {} : { label: `the field that refers to it is \`${ref}\`` }),
      ...(refersHere === true
        ? { label: `its records that refer to this one need a bound after the shape: \`[..20]\`` }
        : {}),
      ...(key === undefined ? {} : { also: [{ span: key, label: `\`${subject}\` has no such field` }] }),
    }),
  },
  'not-a-list': {
    means: 'A shape ends in `[]`, but its field holds a single value.',
    why: 'Clients would expect a list and receive an object.',
    note: 'The shape of a list field is a list; the shape of any other field is not.',
    says: (name: string, isList: boolean) =>
      isList
        ? `\`${name}\` is a list, but its shape does not end in \`[]\`.`
        : `\`${name}\` is not a list, but its shape ends in \`[]\`.`,
  },
  'one-record': {
    means: 'The shape of an operation on one record ends in `[]`.',
    why: 'Clients would expect a list and receive an object.',
    note: 'An operation on one record returns that record; only a list returns several.',
    says: (name: string) => ({ message: `This operation returns one \`${name}\`, not a list.`, suggestion: '' }),
  },
  'many-records': {
    means: 'The response of a list shows one record.',
    why: 'A list returns zero or more records, so the shape of the record needs `[]`.',
    note: 'The response of a list has `[]` after the shape of a record.',
    says: (name: string, shape?: string) => ({
      message: `A list returns several records, not one \`${name}\`.`,
      ...(shape === undefined
        ? { help: `write the shape of the records with \`[]\` after it, such as \`${name}(…)[]\`` }
        : { suggestion: `${shape}[]` }),
    }),
  },
  'no-list-here': {
    means: 'A shape is a list where the service has only one value.',
    why: 'There would be nothing to fill the list with.',
    note: 'In a response, `[]` follows the shape of the records of a list or of a list field.',
    says: () => 'A list of this shape is not available here.',
  },
  'shown-as-unusable': {
    means: 'A resource is shown by its line Shown as, whose expression cannot be computed in this location.',
    why: 'The line applies to every use of the name, including the response to a create.',
    note: 'The bare name of a resource means its Shown as line, whose expressions must be valid wherever the name is used.',
    says: (name: string, message: string, there: { readonly start: number; readonly end: number }) => ({
      message: `The Shown as line of \`${name}\` cannot be used here: ${message}`,
      also: [{ span: there, label: 'the Shown as line' }],
    }),
  },
  'nested-records': {
    means: 'A list of records contains the same list again.',
    why: 'The service reads one page of records for a request, so an inner list has no records of its own.',
    note: 'A response contains the records of a list once, not inside one another.',
    says: () => 'A record of the list contains a list of the same records.',
  },
  'cannot-embed': {
    means: 'A shape embeds records through a list of lists of refs.',
    why: 'Embedded records are shown in place of a ref, or of the refs of a list; a list inside it has no shape.',
    note: embedding,
    says: (field: string) => `\`${field}\` cannot be embedded: it is a list of lists.`,
  },
  'no-bound': {
    means: 'A shape shows the records that refer to this one without a bound.',
    why: 'Any number of records may refer to one, so the response would have no limit.',
    note: children,
    says: (name: string, subject: string, refs: readonly string[]) => ({
      message: `\`${name}\` refers to \`${subject}\`, so its records here need a bound.`,
      ...(refs.length > 1 ? { help: helpChoose(refs) } : { suggestion: '[..20]' }),
    }),
  },
  'bound-range': {
    means: 'A shape shows no records that refer to this one, or more than 100.',
    why: 'Each record of a response shows them, so a large bound makes a very large response.',
    note: 'A response shows at most 100 records that refer to one record. Bounds inside one another are multiplied.',
    says: (most: number, all: number, suggestion?: string) => ({
      message:
        most === 0
          ? '`..0` shows no record.'
          : `This shows up to ${all} records for each record of the response; the maximum is 100.`,
      ...(suggestion === undefined ? { help: 'write at least 1, or remove the member' } : { suggestion }),
    }),
  },
  'no-ref-here': {
    means: 'A bound follows a resource that does not refer to this one, or a field that does not.',
    why: 'Its records are found by the field that refers to this one.',
    note: children,
    says: (name: string, subject: string, near?: string) => ({
      message: `\`${name}\` does not refer to \`${subject}\`.`,
      suggestion: near,
    }),
  },
  'several-refs': {
    means: 'A bound follows a resource that refers to this one by several fields.',
    why: 'Each field finds other records.',
    note: children,
    says: (name: string, subject: string, refs: readonly string[]) => ({
      message: `\`${name}\` refers to \`${subject}\` by several fields: ${formatNames(refs)}.`,
      help: helpChoose(refs),
    }),
  },
  'not-ordered': {
    means:
      'The records that refer to this one are ordered by a field without an order, or by one that clients must not see.',
    why: 'The order needs a stored, comparable value, and the order of a hidden field would reveal its values.',
    note: 'An order names fields with one string, number, decimal, boolean, date or timestamp that clients may see.',
    says: (name: string, why: string) => `Records cannot be ordered by \`${name}\`: ${why}.`,
  },
  'items-range': {
    means: 'A list of a Request has a number of items that no list can have.',
    why: 'The service would reject every list.',
    note: 'A list of a Request has a bound such as `[1..100]`, `[1..]` or `[..100]`; the lower one is at most the upper one.',
    says: (least: number | undefined, most: number) =>
      most === 0 ? '`..0` admits the empty list alone.' : `No list has from ${least} to ${most} items.`,
  },
  'no-children-here': {
    means: 'A bound such as `[..20]` is not after a resource in a member of a record.',
    why: 'It shows records that refer to the record around it, so that record must be available.',
    note: children,
    says: (why: string) => `A bound is not allowed here: ${why}.`,
  },
  'embedded-too-deep': {
    means: 'A shape embeds records inside embedded records more than three deep.',
    why: 'Each level costs further queries, so one request could load a large part of the database.',
    note: embedding,
    says: (field: string) => `\`${field}\` embeds a record four deep.`,
  },
  'never-shown': {
    means: 'A response names a field that clients must never see.',
    why: 'A password or an internal field would leave the service.',
    note: 'A field that is write-only, internal or a password is never returned; one that is shown once is returned only by create.',
    says: (of: string, field: string, why: string) => `\`${of}.${field}\` is not shown here: it is ${why}.`,
  },
  'never-sent': {
    means: 'A Request names a field that clients cannot set, such as a computed one.',
    why: 'Clients would send a value that the service discards or rejects.',
    note: 'A request contains only fields that a client can send at creation; the service sets the others.',
    says: (of: string, field: string, why: string) => `Clients cannot send \`${of}.${field}\`: it is ${why}.`,
  },
  'request-is-object': {
    means: 'A Request is a list, a string or a number.',
    why: 'An object can get further fields in a later version; a bare value cannot.',
    note: 'A request body is an object; its members are fields of the record or of `input`.',
    says: () => 'This shape is not an object.',
  },
  'not-the-field': {
    means: 'A member of the body has the name of a field but not its shape.',
    why: 'The service would store the value in that field, where it does not fit.',
    note: 'A member of the body with the name of a field has the shape of that field.',
    says: (of: string, field: string, isWhole: boolean) => ({
      message: `This shape is not the shape of the field \`${field}\` of \`${of}\`.`,
      ...(isWhole
        ? { suggestion: `${of}.${field}` }
        : { help: `write \`${of}.${field}\`, if clients may send the whole field` }),
    }),
  },
  'several-records': {
    means: 'A Request contains a list of records.',
    why: 'One operation writes one record in one transaction, so that its response can report one result.',
    note: 'A create, update or replace writes one record: the body contains its fields as plain members, never in a list.',
    says: (of: string, isBrackets: boolean) => ({
      message: `Clients cannot send a list of \`${of}\` here.`,
      ...(isBrackets ? { suggestion: '' } : { help: 'write the members of one record, not in a list' }),
    }),
  },
  'duplicate-field': {
    means: 'A request body contains the same field of the record twice.',
    why: 'A client could send two different values for one field.',
    note: 'The body contains each field of the record once.',
    says: (of: string, field: string, first: Span) => ({
      message: `\`${of}.${field}\` is a duplicate.`,
      also: labelFirst(first),
    }),
  },
  'nothing-to-take-away': {
    severity: 'warning',
    means: '`except` removes a field that `all` does not include.',
    why: 'The item has no effect; often another field was intended.',
    note: picks,
    says: (field: string) => `\`except ${field}\` removes nothing: \`all\` does not include it here.`,
  },
  'union-in-part': {
    means: 'A shape selects single fields of a union.',
    why: 'The fields depend on the tag, so a selection would be right for some values only.',
    note: 'A union is returned and sent as a whole: its members depend on its tag.',
    says: (name: string) => ({
      message: `\`${name}\` is a union, so its members cannot be selected.`,
      help: `write \`${name}\` alone, if clients may see or send all members`,
    }),
  },
});

/** The mistakes that a shape can hold. */
export const diagnostics = { ...shapeDiagnostics, ...figureDiagnostics };
