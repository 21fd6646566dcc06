import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { labelFirst } from '../diagnostics/words.ts';
import type { Span } from '../text/location.ts';

const grammar =
  'A shape is a name, `Name(field, field?, key: shape)`, `Name(all, but field)`, `Name.field`, `shape[]`, `{ key: shape, key?: shape }`, a literal, `= <CEL>` or a built-in value.';
const bodies =
  'Only an error body has lists of fixed values, `[code, "a text"]`, and alternatives, `fields by name or message`.';
const roles = 'A bare lower-case word is a built-in value; a string is in double quotes.';
const picks =
  'Plain names in parentheses select fields; or `all`, written first, selects every field, `but field` removes one and `key: shape` adds or replaces one.';
const requests =
  'A request consists of names, fields, objects, lists and literals; a resource means its fields that clients can send.';
const embedding =
  'A member named like a `ref` field, with the shape of its resource, embeds that record, at most three deep.';
const formatNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The mistakes that a shape can hold. */
export const diagnostics = defineDiagnostics('shape', {
  empty: { note: grammar, says: () => 'The shape is empty.' },
  unexpected: {
    note: grammar,
    says: (found: string, wanted: string) => `Expected ${wanted}, found \`${found}\`.`,
  },
  missing: { note: grammar, says: (wanted: string) => `The shape ends too early: expected ${wanted}.` },
  unclosed: {
    note: 'Every bracket and string of a shape is closed.',
    says: (opening: string, closing: string) => ({
      message: `\`${opening}\` is not closed: its \`${closing}\` is missing.`,
      label: 'opened here',
    }),
  },
  'too-deep': {
    note: 'Shapes are nested at most 32 deep.',
    says: () => 'This shape is nested more than 32 deep.',
  },
  'bad-text': {
    note: 'A string is a JSON string in double quotes.',
    says: (found: string) => `\`${found}\` is not a valid JSON string.`,
  },
  'single-quotes': {
    note: 'A string is a JSON string in double quotes.',
    says: (found: string, suggestion: string) => ({ message: `\`${found}\` is not a string.`, suggestion }),
  },
  'misplaced-all': {
    note: picks,
    says: () => ({ message: '`all` comes after other items.', help: 'move `all` to the beginning' }),
  },
  'but-without-all': {
    note: picks,
    says: (field: string) => `\`but ${field}\` has nothing to remove from: the list does not begin with \`all\`.`,
  },
  'name-beside-all': {
    note: picks,
    says: (field: string) => ({
      message: `\`${field}\` is already selected by \`all\`.`,
      help: `remove it, or write \`but ${field}\` to exclude the field`,
    }),
  },
  'duplicate-member': {
    note: 'Each member of a shape has a different name.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` is a duplicate.`,
      also: labelFirst(first),
    }),
  },
  'forbidden-name': {
    note: 'The name `__proto__` is reserved.',
    says: () => 'A member cannot be named `__proto__`.',
  },
  'unknown-name': {
    note: 'A name in a shape is a resource, object or union of the part Resources and their fields.',
    says: (name: string, suggestion?: string) => ({
      message: `Unknown resource, object or union \`${name}\`.`,
      suggestion,
    }),
  },
  'unknown-field': {
    note: 'A name in parentheses, or after a dot, is a field of the resource or object before it.',
    says: (of: string, field: string, suggestion?: string) => ({
      message: `\`${of}\` has no field \`${field}\`.`,
      suggestion,
    }),
  },
  'unknown-role': {
    note: roles,
    says: (word: string, allowed: readonly string[], suggestion?: string) => ({
      message:
        allowed.length === 0
          ? `Unknown word \`${word}\`: no built-in values are available here.`
          : `Unknown built-in value \`${word}\`.`,
      label: allowed.length === 0 ? undefined : `available here: ${formatNames(allowed)}`,
      suggestion,
    }),
  },
  'role-elsewhere': {
    note: roles,
    says: (role: string, where: string, here: string) => `\`${role}\` is available in ${where}, not in ${here}.`,
  },
  'role-members': {
    note: 'Only the built-in values of fields in an error body have members: `fields { field: pointer, code: problem, text: message }`.',
    says: (role: string) => `The built-in value \`${role}\` has no members.`,
  },
  'fields-list': {
    note: 'In an error body, `[]` follows the shape of one field in `fields by …`: `message[]`, or `{ … }[]`.',
    says: () => '`[]` is not allowed here.',
  },
  'error-bodies-only': {
    note: bodies,
    says: (what: string) => `${what} is allowed only in an error body.`,
  },
  'role-in-request': {
    note: requests,
    says: (word: string) => ({
      message: `\`${word}\` is not allowed in a request.`,
      suggestion: `"${word}"`,
    }),
  },
  'expression-in-request': {
    note: requests,
    says: () => ({
      message: 'A request cannot contain an expression.',
      help: 'compute the value in an Effect of a `create` or `update` row, or in a computed field',
    }),
  },
  'no-expression-here': {
    note: 'An envelope consists of built-in values, literals and objects; an error body also of lists and alternatives.',
    says: () => 'An expression is not allowed here.',
  },
  'no-record-here': {
    note: 'A name refers to the record of the response or event.',
    says: (name: string, why: string) => `\`${name}\` does not refer to a record here: ${why}.`,
  },
  'another-record': {
    note: embedding,
    says: (name: string, subject: string, ref?: string) => ({
      message: `Expected the record of \`${subject}\`, found \`${name}\`.`,
      ...(ref === undefined ? {} : { label: `the field that refers to it is \`${ref}\`` }),
    }),
  },
  'not-a-list': {
    note: 'The shape of a list field is a list; the shape of any other field is not.',
    says: (name: string, isList: boolean) =>
      isList
        ? `\`${name}\` is a list, but its shape does not end in \`[]\`.`
        : `\`${name}\` is not a list, but its shape ends in \`[]\`.`,
  },
  'one-record': {
    note: 'An operation on one record returns that record; only a list returns several.',
    says: (name: string) => ({ message: `This operation returns one \`${name}\`, not a list.`, suggestion: name }),
  },
  'many-records': {
    note: 'The response of a list has `[]` after the shape of a record.',
    says: (name: string) => ({
      message: `A list returns several records, not one \`${name}\`.`,
      suggestion: `${name}[]`,
    }),
  },
  'no-list-here': {
    note: 'In a response, `[]` follows the shape of the records of a list or of a list field.',
    says: () => 'A list of this shape is not available here.',
  },
  'shown-as-unusable': {
    note: 'The bare name of a resource means its Shown as line, whose expressions must be valid wherever the name is used.',
    says: (name: string, message: string, there: { readonly start: number; readonly end: number }) => ({
      message: `The Shown as line of \`${name}\` cannot be used here: ${message}`,
      also: [{ span: there, label: 'the Shown as line' }],
    }),
  },
  'nested-records': {
    note: 'A response contains the records of a list once, not inside one another.',
    says: () => 'A record of the list contains a list of the same records.',
  },
  'cannot-embed': {
    note: embedding,
    says: (field: string, why: string) => `\`${field}\` cannot be embedded: ${why}.`,
  },
  'embedded-too-deep': {
    note: embedding,
    says: (field: string) => `\`${field}\` embeds a record four deep.`,
  },
  'never-shown': {
    note: 'A field that is write-only, internal or a password is never returned; one that is shown once is returned only by create.',
    says: (of: string, field: string, why: string) => `\`${of}.${field}\` is not shown here: it is ${why}.`,
  },
  'never-sent': {
    note: 'A request contains only fields that a client can send at creation; the service sets the others.',
    says: (of: string, field: string, why: string) => `Clients cannot send \`${of}.${field}\`: it is ${why}.`,
  },
  'request-is-object': {
    note: 'A request body is an object; its members are fields of the record or of `input`.',
    says: () => 'This shape is not an object.',
  },
  'not-the-field': {
    note: 'A member of the body with the name of a field has the shape of that field.',
    says: (of: string, field: string) => ({
      message: `This shape is not the shape of the field \`${field}\` of \`${of}\`.`,
      suggestion: `${of}.${field}`,
    }),
  },
  'several-records': {
    note: 'A create, update or replace writes one record: the body contains its fields as plain members, never in a list.',
    says: (of: string) => ({ message: `Clients cannot send a list of \`${of}\` here.`, suggestion: of }),
  },
  'duplicate-field': {
    note: 'The body contains each field of the record once.',
    says: (of: string, field: string, first: Span) => ({
      message: `\`${of}.${field}\` is a duplicate.`,
      also: labelFirst(first),
    }),
  },
  'nothing-to-take-away': {
    severity: 'warning',
    note: picks,
    says: (field: string) => `\`but ${field}\` removes nothing: \`all\` does not include it here.`,
  },
  'union-in-part': {
    note: 'A union is returned and sent as a whole: its members depend on its tag.',
    says: (name: string) => ({
      message: `\`${name}\` is a union, so its members cannot be selected.`,
      suggestion: name,
    }),
  },
});
