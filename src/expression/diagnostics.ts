import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { enumerate } from '../text/enumerate.ts';
import { findNearest } from '../text/nearest.ts';
import { own } from '../text/own-property.ts';
import { present } from '../text/present.ts';

/** At most this many nodes may an expression have. */
export const mostNodes = 500;
/** At most this deep may an expression be nested. */
export const mostDepth = 32;

const cel = 'An expression is CEL: literals, fields, comparisons, and/or/not, arithmetic, lists, `?:` and functions.';
const quoteNames = (names: Iterable<string>): string =>
  enumerate(
    [...names].map((name) => `\`${name}\``),
    'and',
  );
/** Of very many names the first ones, and how many more there are. */
const listNames = (names: readonly string[]): string =>
  names.length <= 20
    ? quoteNames(names)
    : `${names
        .slice(0, 20)
        .map((name) => `\`${name}\``)
        .join(', ')} and ${names.length - 20} more`;
const suggestNearest = (word: string, candidates: Iterable<string>): { suggestion?: string } => {
  const found = findNearest(word, candidates);
  return found === undefined ? {} : { suggestion: found };
};

/** The edit that replaces an expression that the language does not support. */
const inHandler = 'write it in a handler (docs/handlers.md)';
/** The help for a root that is used in the wrong place: where it is available. */
const rootPlaces: Readonly<Record<string, string>> = {
  caller: 'use it in a Guard, an Effect, a Where or a response',
  input: 'use it in a Guard, an Effect or a response',
  old: 'use it in a rule, a payload, or rows of `update`, `replace` and `delete`',
  now: 'use it in a rule, a Guard, an Effect or a Where',
  today: 'use it in a rule, a Guard, an Effect or a Where',
  self: 'use it in a response, a payload or a computed field',
  value: 'use it in the `where` of a parameter',
  event: 'use it in the `where` of a delivery',
};

/** The mistakes that an expression can hold. */
export const diagnostics = defineDiagnostics('expression', {
  empty: {
    note: cel,
    says: () => 'The expression is empty.',
  },
  syntax: {
    note: cel,
    says: (found: string, wanted: string, suggestion?: string) => ({
      message: `Expected ${wanted}, found ${found}.`,
      suggestion,
    }),
  },
  'unexpected-character': {
    note: cel,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not allowed in an expression.`,
      suggestion,
    }),
  },
  unclosed: {
    note: 'Every bracket and string in an expression is closed.',
    says: (opening: string, closing: string) => ({
      message: `\`${opening}\` is not closed: its \`${closing}\` is missing.`,
      label: 'opened here',
    }),
  },
  unopened: {
    note: 'Every bracket and string in an expression is closed.',
    says: (closing: string) => `\`${closing}\` has no opening bracket.`,
  },
  'outside-the-language': {
    note: `${cel} Other parts of CEL are not supported.`,
    says: (what: string, suggestion?: string, instead?: string) => ({
      message: `${what} is not part of the language.`,
      ...(suggestion === undefined ? { help: instead ?? inHandler } : {}),
      suggestion,
    }),
  },
  'misplaced-not': {
    note: '`not` applies to a whole comparison and begins a condition; `!` applies to the next value.',
    says: (before: string) => ({
      message: `\`not\` cannot follow \`${before}\`.`,
      help: 'put `not` and its condition in parentheses',
    }),
  },
  'too-large': {
    note: `An expression has at most ${mostNodes} nodes.`,
    says: () => ({
      message: `The expression has more than ${mostNodes} nodes.`,
      help: 'split it into computed fields or several rules',
    }),
  },
  'too-deep': {
    note: `An expression is nested at most ${mostDepth} deep.`,
    says: () => `The expression is nested more than ${mostDepth} deep.`,
  },
  'bad-number': {
    note: 'An integer has at most 64 bits, and a number is finite.',
    says: (text: string) => `\`${text}\` is outside the supported range of numbers.`,
  },
  'root-not-allowed': {
    note: 'The names available to an expression depend on its location in the document.',
    says: (root: string, place: string, allowed: readonly string[]) => ({
      message: `\`${root}\` cannot be used in ${place}.`,
      label: `available here: ${quoteNames(allowed)}`,
      help: own(rootPlaces, root),
    }),
  },
  'unknown-name': {
    note: 'A bare name is a field of the record, a variable of an enclosing `all`, `exists`, `map` … or a keyword.',
    says: (name: string, suggestion?: string, hint?: string) => ({
      message: hint === undefined ? `Unknown name \`${name}\`.` : `\`${name}\` is not a field: ${hint}.`,
      ...present({ suggestion }),
    }),
  },
  'reserved-name': {
    note: 'A field named like a keyword is written `record.type`; one whose name is not an identifier, `record["first-name"]`.',
    says: (name: string, suggestion: string) => ({
      message: `\`${name}\` is a keyword, not a field.`,
      suggestion,
    }),
  },
  'unknown-field': {
    note: 'A path consists of fields of the document.',
    says: (owner: string, name: string, candidates: readonly string[]) => ({
      message: `${owner} has no field \`${name}\`.`,
      ...suggestNearest(name, candidates),
    }),
  },
  'second-ref': {
    note: 'A path follows at most one `ref`.',
    says: (name: string, resource: string) => ({
      message: `\`${name}\` belongs to a ${resource} two refs away.`,
      help: `copy the value to a field of the nearer record, or ${inHandler}`,
    }),
  },
  'no-fields': {
    note: 'Only records, objects, maps and free objects have members.',
    says: (name: string, found: string) => `\`.${name}\` cannot be read from ${found}: it has no members.`,
  },
  'ref-elsewhere': {
    note: 'Fields of another record are available through a `ref` of `record`, `old` or `event`, but not in rows of Changes.',
    says: (name: string, from: string, resource: string) =>
      `\`.${name}\` cannot be read through ${from}: only the identity of the ${resource} is available.`,
  },
  'no-items': {
    note: 'A list is indexed by an integer, a map by a string.',
    says: (found: string, at: string) => `The value is ${found}, which cannot be indexed by ${at}.`,
  },
  'types-differ': {
    note: 'Both sides of an operator have compatible types; `double(f)` converts an integer to a number.',
    says: (operator: string, left: string, right: string, hint?: string, suggestion?: string) => ({
      message: `\`${operator}\` cannot combine ${left} with ${right}.`,
      help: hint,
      suggestion,
    }),
  },
  'wrong-operand': {
    note: 'Each operator accepts certain types only.',
    says: (operator: string, wanted: string, found: string, suggestion?: string) => ({
      message: `\`${operator}\` expected ${wanted}, found ${found}.`,
      suggestion,
    }),
  },
  'mixed-items': {
    note: 'The items of a list, and the two results of `?:`, have the same type.',
    says: (first: string, found: string) => `Expected ${first} as before, found ${found}.`,
  },
  'object-member': {
    note: 'An object in an expression has every required field of its type, each field once, and no other field.',
    says: (name: string, wrong: string, candidates: readonly string[] = []) => ({
      message: `\`${name}\` ${wrong}.`,
      ...suggestNearest(name, candidates),
    }),
  },
  'unknown-function': {
    note: 'The functions are size, has, contains, startsWith, endsWith, all, exists, exists_one, map, filter, sum, int, double, string, timestamp, duration and, in an Effect, next.',
    says: (name: string, candidates: readonly string[]) => {
      const { suggestion } = suggestNearest(name, candidates);
      return {
        message: `Unknown function \`${name}\`.`,
        ...(suggestion === undefined ? { help: inHandler } : { suggestion }),
      };
    },
  },
  'wrong-call': {
    note: 'Each function has one form of call.',
    says: (name: string, form: string) => ({
      message: `This is not a valid call of \`${name}\`.`,
      help: `write \`${form}\``,
    }),
  },
  'wrong-argument': {
    note: 'Each function accepts certain types only.',
    says: (name: string, wanted: string, found: string) => `\`${name}\` expected ${wanted}, found ${found}.`,
  },
  'not-a-value': {
    note: 'A string that is compared with a state or a `one of` is one of its values.',
    says: (text: string, of: string, values: readonly string[]) => ({
      message: `"${text}" is not a value of ${of}.`,
      label: `its values are ${listNames(values)}`,
      suggestion: ((found) => (found === undefined ? undefined : JSON.stringify(found)))(
        findNearest(text, values.slice(0, 300)),
      ),
    }),
  },
  'never-null': {
    note: 'Only a field of a type `… or null` can be null; `has(f)` checks whether an optional field is present.',
    says: (found: string, suggestion?: string) => ({
      message: `${found} is never null${suggestion === undefined ? '' : ', but it can be absent'}.`,
      suggestion,
    }),
  },
  'null-operand': {
    note: '`null` can only be compared, by `==` or `!=`, with a nullable value.',
    says: (operator: string) => `\`null\` cannot be used with \`${operator}\`.`,
  },
  'may-be-absent': {
    severity: 'warning',
    note: 'The expression fails if it reads an absent field.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` can be absent here: ${outcome}.`,
      help: `check \`has(${name})\` first${name === 'old' ? '' : ', or make it `required`'}`,
    }),
  },
  'may-be-null': {
    severity: 'warning',
    note: 'The expression fails if it uses null other than with `==` or `!=`.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` can be null here: ${outcome}.`,
      help: `check \`${name} != null\` first`,
    }),
  },
  'always-absent': {
    note: 'The expression fails if it reads an absent field.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` is always absent here: ${outcome}.`,
      ...(name === 'old'
        ? { label: 'a record that is being created has no old version' }
        : { help: 'give it a value before, such as a `default`' }),
    }),
  },
  'always-null': {
    note: 'The expression fails if it uses null other than with `==` or `!=`.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` is always null here: ${outcome}.`,
      help: 'give it a value before, such as a `default`',
    }),
  },
  decimal: {
    note: 'Decimals are strings, so an expression can compare them only by `==` and `!=`.',
    says: (operator: string) => ({
      message: `\`${operator}\` cannot be used on a decimal.`,
      help: `store the amount as an integer of its smallest unit, or ${inHandler}`,
    }),
  },
  'bad-date': {
    note: 'A date is compared with a literal of the form `"YYYY-MM-DD"` that is a day of the calendar.',
    says: (text: string) => ({ message: `"${text}" is not a date.`, help: 'write for example `"2026-11-01"`' }),
  },
  'bad-decimal': {
    note: 'A decimal is compared as text with a literal of the form `-?(0|[1-9][0-9]*)(.[0-9]+)?` of at most 38 digits.',
    says: (text: string, suggestion?: string) => ({ message: `"${text}" is not a decimal.`, suggestion }),
  },
  'bad-timestamp': {
    note: 'timestamp(…) takes a literal in RFC 3339 with an offset, years 0001 to 9999.',
    says: (text: string) => ({
      message: `"${text}" is not a date-time.`,
      help: 'write for example `"2026-11-01T09:00:00Z"`',
    }),
  },
  'bad-duration': {
    note: 'duration(…) takes a literal of numbers with units h, m, s or ms, in whole milliseconds.',
    says: (text: string, suggestion?: string) => ({
      message: `"${text}" is not a duration.`,
      ...(suggestion === undefined ? { help: 'write for example `"36h"`, `"1h30m"` or `"250ms"`' } : {}),
      suggestion,
    }),
  },
  'literal-needed': {
    note: 'The argument of duration(…) and timestamp(…) is a literal.',
    says: (name: string, example: string) => ({
      message: `\`${name}\` requires a literal string.`,
      help: `write for example \`${name}("${example}")\``,
    }),
  },
  'has-what': {
    note: '`has` checks whether a field is present: `has(name)`, `has(record.a.b)`, `has(input.x)`, `has(old)`.',
    says: () => '`has` requires a field or `old`.',
  },
  'macro-variable': {
    note: 'The first argument of all, exists, exists_one, map and filter is a new name for the item.',
    says: (name: string, why: string) => `\`${name}\` cannot name the item: ${why}.`,
  },
  'next-not-allowed': {
    note: '`next(field, a, b)` takes a number from a sequence and is allowed only in an Effect.',
    says: (place: string) => `\`next\` cannot be used in ${place}.`,
  },
  'next-field': {
    note: 'The arguments of `next(field, a, b)` are an integer field of the record and the stored fields to count within.',
    says: (found: string, why: string, candidates: readonly string[]) => ({
      message: `\`${found}\` ${why}.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'wrong-result': {
    note: 'The result of an expression has the type that its location requires.',
    says: (place: string, wanted: string, found: string, suggestion?: string) => ({
      message: `Wrong type of result in ${place}: expected ${wanted}, found ${found}.`,
      suggestion,
    }),
  },
  'not-in-the-store': {
    note: 'An expression that the database runs consists of `&&`, `||`, `!`, has(f), comparisons of a scalar field (or one a ref away) with a value, `in`, startsWith, endsWith and contains.',
    says: (what: string, place: string, suggestion?: string) => ({
      message: `${what} cannot be used in ${place}, which the database runs.`,
      ...(suggestion === undefined ? { help: `compute it in a field and compare that field, or ${inHandler}` } : {}),
      suggestion,
    }),
  },
});
