import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { labelFirst } from '../diagnostics/words.ts';
import type { Span } from '../text/location.ts';

const grammar =
  'A shape is a name, `Name(field, field?, key: shape)`, `Name(all, but field)`, `Name.field`, `shape[]`, `{ key: shape, key?: shape }`, a literal, `= <CEL>` or a role of its place.';
const bodies =
  'Only in an error body stand lists of just some values, `[code, "a text"]`, and alternatives, `fields by name or message`.';
const roles = 'A bare lower-case word is a role of its place; a text stands in double quotes.';
const picks =
  'In parentheses plain names choose and nothing else is shown; `all` comes first and keeps everything, then `but field` takes away and `key: shape` adds or replaces.';
const requests =
  'A request holds what clients send: names, fields, objects, lists and literals; a resource there means the fields that a client may send.';
const embedding =
  'A `ref` field given the shape of its resource embeds that record, at most three deep; the member bears the name of the field.';
const formatNames = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The mistakes that a shape can hold. */
export const diagnostics = defineDiagnostics('shape', {
  empty: { note: grammar, says: () => 'There is no shape here.' },
  unexpected: {
    note: grammar,
    says: (found: string, wanted: string) => `Found \`${found}\`, but ${wanted}.`,
  },
  missing: { note: grammar, says: (wanted: string) => `The shape ends too early: ${wanted}.` },
  unclosed: {
    note: 'Every bracket and every text of a shape is closed.',
    says: (opening: string, closing: string) => ({
      message: `\`${opening}\` is not closed: its \`${closing}\` is missing.`,
      label: 'opened here',
    }),
  },
  'too-deep': {
    note: 'Shapes are nested at most 32 deep.',
    says: () => 'This shape is nested too deep.',
  },
  'bad-text': {
    note: 'A text is a string of JSON in double quotes.',
    says: (found: string) => `\`${found}\` is not a valid string of JSON.`,
  },
  'single-quotes': {
    note: 'A text is a string of JSON in double quotes.',
    says: (found: string, suggestion: string) => ({ message: `\`${found}\` is no text.`, suggestion }),
  },
  'misplaced-all': {
    note: picks,
    says: () => '`all` stands behind other items; it must be the first.',
  },
  'but-without-all': {
    note: picks,
    says: (field: string) => `\`but ${field}\` takes away from nothing: \`all\` does not come first.`,
  },
  'name-beside-all': {
    note: picks,
    says: (field: string) => ({
      message: `\`${field}\` is already kept by \`all\`.`,
      label: `leave it out, or take the field away by \`but ${field}\``,
    }),
  },
  'duplicate-member': {
    note: 'A member stands once in a shape.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` stands here a second time.`,
      also: labelFirst(first),
    }),
  },
  'forbidden-name': {
    note: 'Nothing may be called `__proto__`.',
    says: () => 'A member cannot be called `__proto__`.',
  },
  'unknown-name': {
    note: 'A name in a shape is that of a resource, an object or a union of the part Resources and their fields.',
    says: (name: string, suggestion?: string) => ({
      message: `There is no resource, object or union \`${name}\`.`,
      suggestion,
    }),
  },
  'unknown-field': {
    note: 'A name in parentheses, or behind a dot, is a field of the resource or object before it.',
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
          ? `\`${word}\` is no role: this place has none.`
          : `\`${word}\` is no role of this place. The roles here are ${formatNames(allowed)}.`,
      suggestion,
    }),
  },
  'role-elsewhere': {
    note: roles,
    says: (role: string, where: string, here: string) => `\`${role}\` is a role of ${where}; here is ${here}.`,
  },
  'role-members': {
    note: 'Only the roles of fields in an error body have members: `fields { field: pointer, code: problem, text: message }`.',
    says: (role: string) => `The role \`${role}\` has no members.`,
  },
  'fields-list': {
    note: 'In an error body `[]` stands behind what `fields by …` shows of one field: `message[]`, or `{ … }[]`.',
    says: () => '`[]` is not allowed here.',
  },
  'error-bodies-only': {
    note: bodies,
    says: (what: string) => `${what} stands in an error body only.`,
  },
  'role-in-request': {
    note: requests,
    says: (word: string) => ({
      message: `\`${word}\` is no part of a request.`,
      suggestion: `"${word}"`,
    }),
  },
  'expression-in-request': {
    note: requests,
    says: () => ({
      message: 'A request holds no expressions.',
      label: 'compute the value in an Effect of a `create` or `update` row, or in a computed field',
    }),
  },
  'no-expression-here': {
    note: 'The shape of an envelope is made of roles, literals and objects, that of an error body of lists and alternatives too.',
    says: () => 'An expression cannot stand here.',
  },
  'no-record-here': {
    note: 'A name stands for the record that is answered or told of.',
    says: (name: string, why: string) => `\`${name}\` stands for nothing here: ${why}.`,
  },
  'another-record': {
    note: embedding,
    says: (name: string, subject: string, ref?: string) => ({
      message: `\`${name}\` is not the record here, which is one of \`${subject}\`.`,
      ...(ref === undefined ? {} : { label: `the field that leads there is \`${ref}\`` }),
    }),
  },
  'not-a-list': {
    note: 'The shape of a list field is a list, that of any other is not.',
    says: (name: string, isList: boolean) =>
      isList ? `\`${name}\` is a list: its shape ends in \`[]\`.` : `\`${name}\` is no list: its shape has no \`[]\`.`,
  },
  'one-record': {
    note: 'The answer of an operation on one record holds that record; only the answer of a list holds several.',
    says: (name: string) => ({ message: `There is one \`${name}\` here, not a list of them.`, suggestion: name }),
  },
  'many-records': {
    note: 'The answer of a list holds several records: its shape has `[]` behind what each is shown as.',
    says: (name: string) => ({
      message: `A list answers several records, not one \`${name}\`.`,
      suggestion: `${name}[]`,
    }),
  },
  'no-list-here': {
    note: 'In an answer `[]` stands behind the records of a list, or behind the shape of a list field.',
    says: () => 'Nothing here is a list of this shape.',
  },
  'shown-as-unusable': {
    note: 'The bare name of a resource is shown by its line Shown as, whose expressions must fit each place where it is used.',
    says: (name: string, message: string, there: { readonly start: number; readonly end: number }) => ({
      message: `\`${name}\` is shown by its line Shown as, which does not fit here: ${message}`,
      also: [{ span: there, label: 'this stands there' }],
    }),
  },
  'nested-records': {
    note: 'The records of a list stand once inside one another.',
    says: () => 'A list of the records stands inside a record of the same list.',
  },
  'cannot-embed': {
    note: embedding,
    says: (field: string, why: string) => `\`${field}\` cannot be embedded: ${why}.`,
  },
  'embedded-too-deep': {
    note: embedding,
    says: (field: string) => `\`${field}\` would embed a fourth record inside one another.`,
  },
  'never-shown': {
    note: 'A field that is write-only, internal or a password is never returned; one that is shown once stands in the answer of create only.',
    says: (of: string, field: string, why: string) => `\`${of}.${field}\` is not shown here: it is ${why}.`,
  },
  'never-sent': {
    note: 'A request holds what a client may send at creation; the service itself gives every other field.',
    says: (of: string, field: string, why: string) => `\`${of}.${field}\` is never sent by clients: it is ${why}.`,
  },
  'request-is-object': {
    note: 'The body of a request is an object, and its members are the fields of the record or those of `input`.',
    says: () => 'This shape is not that of an object.',
  },
  'not-the-field': {
    note: 'A member of the body that bears the name of a field means that field, so its shape is that of the field.',
    says: (of: string, field: string) => ({
      message: `This shape is not that of the field \`${field}\` of \`${of}\`.`,
      suggestion: `${of}.${field}`,
    }),
  },
  'several-records': {
    note: 'A create, update or replace writes one record: the body holds its fields in plain members, never in a list.',
    says: (of: string) => ({ message: `A list of \`${of}\` cannot be sent here.`, suggestion: of }),
  },
  'duplicate-field': {
    note: 'A field of the record is sent as one member of the body.',
    says: (of: string, field: string, first: Span) => ({
      message: `\`${of}.${field}\` is sent a second time.`,
      also: labelFirst(first),
    }),
  },
  'nothing-to-take-away': {
    severity: 'warning',
    note: picks,
    says: (field: string) => `\`but ${field}\` takes nothing away: \`all\` does not hold it here.`,
  },
  'union-in-part': {
    note: 'A union is shown and sent whole: its members depend on its tag.',
    says: (name: string) => ({ message: `\`${name}\` is a union, so no members can be chosen.`, suggestion: name }),
  },
});
