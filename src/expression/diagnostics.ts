import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { enumerate } from '../text/enumerate.ts';
import { findNearest } from '../text/nearest.ts';
import { own } from '../text/own-property.ts';
import { present } from '../text/present.ts';

/** At most this many nodes may an expression have. */
export const mostNodes = 500;
/** At most this deep may an expression be nested. */
export const mostDepth = 32;

const cel =
  'An expression is CEL: literals, fields, comparisons, and/or/not, arithmetic, lists, `?:` and the functions of the language.';
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

/** What an author can do instead where the language ends. */
const inHandler = 'write it in a handler (docs/code.md)';
/** Where a root can be used: what is told of one that stands elsewhere. */
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
      message: `Found ${found}, but ${wanted}.`,
      suggestion,
    }),
  },
  'unexpected-character': {
    note: cel,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is no word of an expression.`,
      suggestion,
    }),
  },
  unclosed: {
    note: 'Every bracket and every string in an expression is closed.',
    says: (opening: string, closing: string) => ({
      message: `\`${opening}\` is not closed: its \`${closing}\` is missing.`,
      label: 'opened here',
    }),
  },
  unopened: {
    note: 'Every bracket and every string in an expression is closed.',
    says: (closing: string) => `\`${closing}\` closes nothing that was opened before it.`,
  },
  'outside-the-language': {
    note: `${cel} Other parts of CEL are left out.`,
    says: (what: string, suggestion?: string, instead?: string) => ({
      message: `${what} is not part of the language.`,
      ...(suggestion === undefined ? { label: instead ?? inHandler } : {}),
      suggestion,
    }),
  },
  'misplaced-not': {
    note: '`not` binds more weakly than comparisons and stands where a condition begins; `!` binds to the next value.',
    says: (before: string) => `\`not\` cannot stand behind \`${before}\`: put it and its condition into parentheses.`,
  },
  'too-large': {
    note: `An expression has at most ${mostNodes} nodes.`,
    says: () => `The expression has more than ${mostNodes} nodes: split it into computed fields or several rules.`,
  },
  'too-deep': {
    note: `An expression is nested at most ${mostDepth} deep.`,
    says: () => `The expression is nested more than ${mostDepth} deep.`,
  },
  'bad-number': {
    note: 'An integer has at most 64 bits; a number is finite.',
    says: (text: string) => `\`${text}\` is outside the range of numbers that the service can hold.`,
  },
  'root-not-allowed': {
    note: 'What an expression may name depends on its place in the document.',
    says: (root: string, place: string, allowed: readonly string[]) => ({
      message: `\`${root}\` cannot be used in ${place}: it may use ${quoteNames(allowed)}.`,
      label: own(rootPlaces, root),
    }),
  },
  'unknown-name': {
    note: 'A bare name is a field of the record, a variable of an enclosing `all`, `exists`, `map` … or a word of the language.',
    says: (name: string, suggestion?: string, hint?: string) => ({
      message: `\`${name}\` is no field and no word that can be used here${hint === undefined ? '' : `: ${hint}`}.`,
      ...present({ suggestion }),
    }),
  },
  'reserved-name': {
    note: 'A field whose name is a word of CEL or of the language, or no identifier, is reached as `record.type` or `record["first-name"]`.',
    says: (name: string, suggestion: string) => ({
      message: `\`${name}\` is a word of the language: a field of this name is written \`${suggestion}\`.`,
      suggestion,
    }),
  },
  'unknown-field': {
    note: 'A path names fields that the document states.',
    says: (owner: string, name: string, candidates: readonly string[]) => ({
      message: `${owner} has no field \`${name}\`.`,
      ...suggestNearest(name, candidates),
    }),
  },
  'second-ref': {
    note: 'A path goes through one `ref` at most.',
    says: (name: string, resource: string) => ({
      message: `\`${name}\` would be read from a ${resource} two refs away: a path goes one step, \`article.author\`.`,
      label: `copy the value into a field of the nearer record, or ${inHandler}`,
    }),
  },
  'no-fields': {
    note: 'Only records, objects, maps and free objects have members.',
    says: (name: string, found: string) => `\`.${name}\` cannot be read from ${found}: it has no members.`,
  },
  'ref-elsewhere': {
    note: 'A field of another record is read through a `ref` of the record itself, of the one before, or of an event; not in rows of Changes.',
    says: (name: string, from: string, resource: string) =>
      `\`.${name}\` cannot be read through ${from}: of a ${resource} it holds the identity alone.`,
  },
  'no-items': {
    note: 'A list is indexed by an integer, a map by a string.',
    says: (found: string, at: string) => `This is ${found}: it cannot be indexed by ${at}.`,
  },
  'types-differ': {
    note: 'The two sides of an operator have types that go together; between an integer and a number only `double(f)` mixes.',
    says: (operator: string, left: string, right: string, hint?: string, suggestion?: string) => ({
      message: `\`${operator}\` does not go together with ${left} and ${right}${hint === undefined ? '' : `: ${hint}`}.`,
      suggestion,
    }),
  },
  'wrong-operand': {
    note: 'An operator takes values of the types that it is made for.',
    says: (operator: string, wanted: string, found: string, suggestion?: string) => ({
      message: `\`${operator}\` needs ${wanted}, but this is ${found}.`,
      suggestion,
    }),
  },
  'mixed-items': {
    note: 'The items of a list, and the two outcomes of `?:`, have one type.',
    says: (first: string, found: string) => `This is ${found}, but the one before it is ${first}.`,
  },
  'object-member': {
    note: 'An object that an expression writes out has every required field of its type, each field once, and no other one.',
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
        message: `\`${name}\` is no function of the language.`,
        ...(suggestion === undefined ? { label: inHandler } : { suggestion }),
      };
    },
  },
  'wrong-call': {
    note: 'A function is called in its own form.',
    says: (name: string, form: string) => `\`${name}\` is written \`${form}\`.`,
  },
  'wrong-argument': {
    note: 'A function takes arguments of the types that it is made for.',
    says: (name: string, wanted: string, found: string) => `\`${name}\` needs ${wanted}, but this is ${found}.`,
  },
  'not-a-value': {
    note: 'A string compared with a state or a `one of` is one of its values.',
    says: (text: string, of: string, values: readonly string[]) => ({
      message: `"${text}" is no value of ${of}: its values are ${listNames(values)}.`,
      suggestion: ((found) => (found === undefined ? undefined : JSON.stringify(found)))(
        findNearest(text, values.slice(0, 300)),
      ),
    }),
  },
  'never-null': {
    note: 'Only a field of a type `… or null` can be null; a field that is not required may be absent, which `has(f)` asks.',
    says: (found: string, suggestion?: string) => ({
      message: `${found} is never null${suggestion === undefined ? '' : ': ask whether it is absent'}.`,
      suggestion,
    }),
  },
  'null-operand': {
    note: 'null may be compared by `==` and `!=` with a nullable value; any other use of it fails.',
    says: (operator: string) => `null cannot be used with \`${operator}\`.`,
  },
  'may-be-absent': {
    severity: 'warning',
    note: 'Reading a field that is absent makes the expression fail.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` can be absent here: ${outcome}.`,
      label: `check \`has(${name})\` first${name === 'old' ? '' : ', or make it `required`'}`,
    }),
  },
  'may-be-null': {
    severity: 'warning',
    note: 'Null can be compared by `==` and `!=` alone: any other use makes the expression fail.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` can be null here: ${outcome}.`,
      label: `check \`${name} != null\` first`,
    }),
  },
  'always-absent': {
    note: 'Reading a field that is absent makes the expression fail.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` is always absent here: ${outcome}.`,
      label: name === 'old' ? 'at creation there is no record before' : 'give it a value before, such as a `default`',
    }),
  },
  'always-null': {
    note: 'Null can be compared by `==` and `!=` alone: any other use makes the expression fail.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` is always null here: ${outcome}.`,
      label: 'give it a value before, such as a `default`',
    }),
  },
  decimal: {
    note: 'Decimals travel as strings: an expression compares them by `==` and `!=` only.',
    says: (operator: string) => ({
      message: `\`${operator}\` cannot be used on a decimal.`,
      label: `store the amount as an integer of its smallest unit, or ${inHandler}`,
    }),
  },
  'bad-date': {
    note: 'A date is compared with a literal of the form `"YYYY-MM-DD"` that is a day of the calendar.',
    says: (text: string) => `"${text}" is no date: write for example "2026-11-01".`,
  },
  'bad-decimal': {
    note: 'A decimal is compared as text with a literal of the form `-?(0|[1-9][0-9]*)(.[0-9]+)?` of at most 38 digits.',
    says: (text: string, suggestion?: string) => ({ message: `"${text}" is no decimal.`, suggestion }),
  },
  'bad-timestamp': {
    note: 'timestamp(…) takes a literal in RFC 3339 with an offset, years 0001 to 9999.',
    says: (text: string) => `"${text}" is no moment: write for example "2026-11-01T09:00:00Z".`,
  },
  'bad-duration': {
    note: 'duration(…) takes a literal of numbers with units h, m, s or ms, in whole milliseconds.',
    says: (text: string, suggestion?: string) => ({
      message: `"${text}" is no duration: write for example "36h", "1h30m" or "250ms".`,
      suggestion,
    }),
  },
  'literal-needed': {
    note: 'The argument of duration(…) and timestamp(…) is a literal.',
    says: (name: string, example: string) => `\`${name}\` needs a literal string, as in \`${name}("${example}")\`.`,
  },
  'has-what': {
    note: '`has` asks whether a field is there: `has(name)`, `has(record.a.b)`, `has(input.x)`, `has(old)`.',
    says: () => '`has` needs a field, or `old`.',
  },
  'macro-variable': {
    note: 'The first argument of all, exists, exists_one, map and filter is a name of your own for the item.',
    says: (name: string, why: string) => `\`${name}\` cannot name the item: ${why}.`,
  },
  'next-not-allowed': {
    note: '`next(field, a, b)` takes a number from a sequence and stands in an Effect only.',
    says: (place: string) => `\`next\` cannot be used in ${place}.`,
  },
  'next-field': {
    note: '`next(field, a, b)` names an integer field of the record and the stored fields that it counts within.',
    says: (found: string, why: string, candidates: readonly string[]) => ({
      message: `\`${found}\` ${why}.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'wrong-result': {
    note: 'The value of an expression has the type that its place needs.',
    says: (place: string, wanted: string, found: string, suggestion?: string) => ({
      message: `The expression in ${place} must give ${wanted}, but it gives ${found}.`,
      suggestion,
    }),
  },
  'not-in-the-store': {
    note: 'Expressions that the store runs are made of `&&`, `||`, `!`, has(f), comparisons of a scalar field (or one a ref away) with a value, `in`, startsWith, endsWith and contains.',
    says: (what: string, place: string, suggestion?: string) => ({
      message: `${what} cannot be used in ${place}, which the store runs.`,
      ...(suggestion === undefined
        ? { label: `put it into a computed field and compare that field, or ${inHandler}` }
        : {}),
      suggestion,
    }),
  },
});
