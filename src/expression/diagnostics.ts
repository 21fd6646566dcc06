import { defineDiagnostics } from '../diagnostics/diagnostic.ts';
import { enumerate } from '../text/enumerate.ts';
import { findNearest } from '../text/nearest.ts';
import { own } from '../text/own-property.ts';
import { present } from '../text/present.ts';
import { calls } from './diagnostics/calls.ts';
import { decimals } from './diagnostics/decimals.ts';
import { functions } from './diagnostics/functions.ts';
import { inStore } from './diagnostics/in-store.ts';
import { questions } from './diagnostics/questions.ts';
import { functionNames } from './reserved.ts';

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
    means: 'A code span that requires an expression is empty.',
    why: 'An empty code span is neither an expression nor a recorded gap.',
    note: cel,
    says: () => 'The expression is empty.',
  },
  syntax: {
    means: 'An expression is not valid CEL.',
    why: 'Nonet cannot guess what its author intended.',
    note: cel,
    says: (found: string, wanted: string, suggestion?: string) => ({
      message: `Expected ${wanted}, found ${found}.`,
      suggestion,
    }),
  },
  'unexpected-character': {
    means: 'An expression contains a character that CEL does not have there.',
    why: 'Often an operator of another language is meant, such as `=` for `==`.',
    note: cel,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not allowed in an expression.`,
      suggestion,
    }),
  },
  unclosed: {
    means: 'A bracket or a string in an expression is not closed.',
    why: 'The end of the expression would be ambiguous.',
    note: 'Every bracket and string in an expression is closed.',
    label: 'opened here',
    says: (opening: string, closing: string) => `\`${opening}\` is not closed: its \`${closing}\` is missing.`,
  },
  unopened: {
    means: 'An expression has a closing bracket without an opening one.',
    why: 'The structure of the expression would be ambiguous.',
    note: 'Every bracket and string in an expression is closed.',
    says: (closing: string) => `\`${closing}\` has no opening bracket.`,
  },
  'outside-the-language': {
    means: 'An expression uses a part of CEL that Nonet does not support.',
    why: 'Nonet supports the subset that it can also run in SQL and in generated code, with the same result.',
    note: `${cel} Other parts of CEL are not supported.`,
    says: (what: string, suggestion?: string, instead?: string) => ({
      message: `${what} is not part of the language.`,
      ...(suggestion === undefined ? { help: instead ?? inHandler } : {}),
      suggestion,
    }),
  },
  'misplaced-not': {
    means: 'The word `not` is in the middle of a comparison.',
    why: '`not` applies to a whole condition, so its meaning here would be unclear.',
    note: '`not` applies to a whole comparison and begins a condition; `!` applies to the next value.',
    help: 'put `not` and its condition in parentheses',
    says: (before: string) => `\`not\` cannot follow \`${before}\`.`,
  },
  'too-large': {
    means: 'An expression has too many parts.',
    why: 'The bound keeps the time to evaluate an expression small for every request.',
    note: `An expression has at most ${mostNodes} nodes.`,
    help: 'split it into computed fields or several rules',
    says: () => `The expression has more than ${mostNodes} nodes.`,
  },
  'too-deep': {
    means: 'An expression is nested too deeply.',
    why: 'The bound protects the service and the database from expressions that exhaust the stack.',
    note: `An expression is nested at most ${mostDepth} deep.`,
    says: () => `The expression is nested more than ${mostDepth} deep.`,
  },
  'bad-number': {
    means: 'A number is too large for the type of its location.',
    why: 'The value would be rounded or rejected at run time.',
    note: 'An integer has at most 64 bits, and a number is finite.',
    says: (text: string) => `\`${text}\` is outside the supported range of numbers.`,
  },
  'root-not-allowed': {
    means: 'An expression uses `caller`, `input`, `old` or another name that is not available in its location.',
    why: 'A rule, for example, also runs without a request, so it has no caller.',
    note: 'The names available to an expression depend on its location in the document.',
    says: (root: string, place: string, allowed: readonly string[]) => ({
      message: `\`${root}\` cannot be used in ${place}.`,
      label: `available here: ${quoteNames(allowed)}`,
      help: own(rootPlaces, root),
    }),
  },
  'no-address': {
    means: 'An expression uses `self`, but records of the resource have no URL.',
    why: 'The value would always be absent.',
    note: '`self` is the URL of the record’s `read` operation, whose path contains no value that is shown once or never.',
    says: (why: string) => `This \`self\` has no URL: ${why}.`,
  },
  'shown-field': {
    means: 'An expression reads a field that is computed where its record is shown, in another place.',
    why: 'Such a field is not stored: its value depends on the URL of the record, on the caller or on other records.',
    note: 'A field that is computed from `self`, `caller` or other records is read by computed fields and in responses, of their own record.',
    help: 'use what the field is computed from',
    says: (name: string, place: string | undefined) => ({
      message: `\`${name}\` is computed where its record is shown, so ${place === undefined ? 'only the record itself has it' : `it cannot be used in ${place}`}.`,
    }),
  },
  'unknown-name': {
    means: 'An expression uses a name that is neither a field nor a keyword.',
    why: 'The expression could never be computed.',
    note: 'A bare name is a field of the record, a variable of an enclosing `all`, `exists`, `map` … or a keyword.',
    says: (name: string, suggestion?: string, hint?: string) => ({
      message: hint === undefined ? `Unknown name \`${name}\`.` : `\`${name}\` is not a field: ${hint}.`,
      ...present({ suggestion }),
    }),
  },
  'reserved-name': {
    means: 'An expression uses a keyword as the name of a field.',
    why: 'The keyword has its own meaning, so the field needs the prefix `record`.',
    note: 'A field named like a keyword is written `record.type`; one whose name is not an identifier, `record["first-name"]`.',
    says: (name: string, suggestion: string) => ({
      message: `\`${name}\` is a keyword, not a field.`,
      suggestion,
    }),
  },
  'unknown-field': {
    means: 'A path reads a field that the record or object does not have.',
    why: 'The expression could never be computed.',
    note: 'A path consists of fields of the document.',
    says: (owner: string, name: string, candidates: readonly string[]) => ({
      message: `${owner} has no field \`${name}\`.`,
      ...suggestNearest(name, candidates),
    }),
  },
  'too-many-refs': {
    means: 'A path follows more references than expressions may follow.',
    why: 'Each reference costs a query, so Nonet limits how many a path follows.',
    note: 'A path follows at most three references.',
    help: `copy the value to a field of a nearer record, or ${inHandler}`,
    says: (name: string, resource: string, most: number) =>
      `\`${name}\` belongs to a ${resource} that is more than ${most} references away.`,
  },
  'no-fields': {
    means: 'An expression reads a member of a value that has no members.',
    why: 'The expression could never be computed.',
    note: 'Only records, objects, maps and free objects have members.',
    says: (name: string, found: string) => `\`.${name}\` cannot be read from ${found}: it has no members.`,
  },
  'ref-elsewhere': {
    means: 'An expression reads a field of a referenced record where only the identity is available.',
    why: 'Only some locations load referenced records, because each one costs a query.',
    note: 'Fields of another record are available through a `ref` of `record`, `old` or `event`, and of the items of their lists in a macro, but not in rows of Changes.',
    says: (name: string, from: string, resource: string, help?: string) => ({
      message: `\`.${name}\` cannot be read through ${from}: only the identity of the ${resource} is available.`,
      help,
    }),
  },
  'no-items': {
    means: 'An expression indexes a value that has no items, or by a wrong type of key.',
    why: 'The expression could never be computed.',
    note: 'A list is indexed by an integer, a map by a string.',
    says: (found: string, at: string) => `The value is ${found}, which cannot be indexed by ${at}.`,
  },
  'types-differ': {
    means: 'An operator combines values of two types that do not fit.',
    why: 'CEL never converts types implicitly, so the expression would fail at run time.',
    note: 'Both sides of an operator have compatible types; `double(f)` converts an integer to a number.',
    says: (operator: string, left: string, right: string, hint?: string, suggestion?: string) => ({
      message: `\`${operator}\` cannot combine ${left} with ${right}.`,
      help: hint,
      suggestion,
    }),
  },
  'wrong-operand': {
    means: 'An operand has a type that its operator does not accept.',
    why: 'CEL never converts types implicitly, so the operator would fail at run time.',
    note: 'Each operator accepts certain types only.',
    says: (operator: string, wanted: string, found: string, suggestion?: string) => ({
      message: `\`${operator}\` expected ${wanted}, found ${found}.`,
      suggestion,
    }),
  },
  'mixed-items': {
    means: 'The items of a list, or the two results of `?:`, have different types.',
    why: 'The following operators could work with only one of the types.',
    note: 'The items of a list, and the two results of `?:`, have the same type.',
    says: (first: string, found: string) => `Expected ${first} as before, found ${found}.`,
  },
  'object-member': {
    means: 'An object in an expression does not have the fields of its type.',
    why: 'The service validates stored and returned objects against their type and would reject it.',
    note: 'An object in an expression has every required field of its type, each field once, and no other field.',
    says: (name: string, wrong: string, near?: string) => ({
      message: `\`${name}\` ${wrong}.`,
      help: near === undefined ? undefined : `name it \`${near}\``,
    }),
  },
  'unknown-function': {
    means: 'An expression calls a function that Nonet does not have.',
    why: 'The service has only these functions, so that each gives the same result everywhere.',
    note: `The functions are ${functionNames.filter((name) => name !== 'next').join(', ')} and, in an Effect, next.`,
    says: (name: string, candidates: readonly string[], form?: string) => {
      const { suggestion } = form === undefined ? suggestNearest(name, candidates) : {};
      const message = `Unknown function \`${name}\`.`;
      if (form !== undefined) return { message, help: `write \`${form}\`` };
      return {
        message,
        ...(suggestion === undefined ? { help: inHandler } : { suggestion }),
      };
    },
  },
  'wrong-call': {
    means: 'A function is called with the wrong number of arguments, or in the wrong form.',
    why: 'The call could never be computed.',
    note: 'Each function has one form of call.',
    says: (name: string, form: string) => ({
      message: `This is not a valid call of \`${name}\`.`,
      help: `write \`${form}\``,
    }),
  },
  'wrong-argument': {
    means: 'An argument of a function has the wrong type.',
    why: 'CEL never converts types implicitly, so the call would fail at run time.',
    note: 'Each function accepts certain types only.',
    says: (name: string, wanted: string, found: string, suggestion?: string) => ({
      message: `\`${name}\` expected ${wanted}, found ${found}.`,
      suggestion,
    }),
  },
  'not-a-value': {
    means: 'A string is compared with a state or a `one of` that has no such value.',
    why: 'The comparison would always be false, usually because of a typing error.',
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
    means: 'An expression compares a value with null that is never null.',
    why: 'The comparison always has the same result, so the expression does not check what its author intended.',
    note: 'Only a field of a type `… or null` can be null; `has(f)` checks whether an optional field is present.',
    says: (found: string, suggestion?: string) => ({
      message: `${found} is never null${suggestion === undefined ? '' : ', but it can be absent'}.`,
      suggestion,
    }),
  },
  'null-operand': {
    means: 'An operator other than `==` and `!=` is used with `null`.',
    why: 'Null has no order and no sum, so the result would be undefined.',
    note: '`null` can only be compared, by `==` or `!=`, with a nullable value.',
    says: (operator: string) => `\`null\` cannot be used with \`${operator}\`.`,
  },
  'may-be-absent': {
    severity: 'warning',
    means:
      'An expression reads an optional field, or the answer of `min` or `max`, without checking whether it is present.',
    why: 'The expression fails where it is absent, which shows only at run time.',
    note: 'The expression fails if it reads an absent field.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` can be absent here: ${outcome}.`,
      help: `check \`has(${name})\` first${name === 'old' || name.startsWith('caller.') || name.endsWith('(…)') ? '' : ', or make it `required`, or give it a `default`'}`,
    }),
  },
  'may-be-null': {
    severity: 'warning',
    means: 'An expression uses a nullable field without checking for null.',
    why: 'The expression fails for records with null, which shows only at run time.',
    note: 'The expression fails if it uses null other than with `==` or `!=`.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` can be null here: ${outcome}.`,
      help: `check \`${name} != null\` first`,
    }),
  },
  'always-absent': {
    means: 'An expression reads a value that never exists where the expression runs.',
    why: 'The condition could never hold, or the operation would always fail.',
    note: 'The expression fails if it reads an absent field.',
    says: (name: string, outcome: string) => ({
      message: `\`${name}\` is always absent here: ${outcome}.`,
      ...(name === 'old'
        ? { label: 'a record that is being created has no old version' }
        : name.endsWith('(…)')
          ? {}
          : { help: 'give it a value before, such as a `default`' }),
    }),
  },
  'always-null': {
    means: 'An expression uses a field that is always null where the expression runs.',
    why: 'The condition could never hold, or the operation would always fail.',
    note: 'The expression fails if it uses null other than with `==` or `!=`.',
    help: 'give it a value before, such as a `default`',
    says: (name: string, outcome: string) => `\`${name}\` is always null here: ${outcome}.`,
  },
  'bad-date': {
    means: 'A string that is compared with a date is not a date of the calendar.',
    why: 'The comparison would be wrong for every record.',
    note: 'A date is compared with a literal of the form `"YYYY-MM-DD"` that is a day of the calendar.',
    says: (text: string) => ({ message: `"${text}" is not a date.`, help: 'write for example `"2026-11-01"`' }),
  },
  'bad-timestamp': {
    means: 'The argument of `timestamp` is not a date and time with an offset.',
    why: 'Without an offset, the same text means different times in different time zones.',
    note: 'timestamp(…) takes a literal in RFC 3339 with an offset, years 0001 to 9999.',
    help: 'write for example `"2026-11-01T09:00:00Z"`',
    says: (text: string) => `"${text}" is not a date-time.`,
  },
  'bad-duration': {
    means: 'The argument of `duration` is not a duration in CEL notation.',
    why: 'CEL has no unit for days in the text of a duration.',
    note: 'duration(…) takes a literal of numbers with units h, m, s or ms, in whole milliseconds; `days(n)` gives days.',
    says: (text: string, suggestion?: string) => ({
      message: `"${text}" is not a duration.`,
      ...(suggestion === undefined ? { help: 'write for example `"36h"`, `"1h30m"` or `"250ms"`' } : {}),
      suggestion,
    }),
  },
  'literal-needed': {
    means: 'The argument of `duration`, `timestamp` or `matches` is not a literal string.',
    why: 'Nonet checks the value before the service starts; a computed one could fail in a request.',
    note: 'The argument of duration(…), timestamp(…) and matches(…) is a literal; timestamp(…) also takes an integer of Unix seconds and a date.',
    says: (name: string, example: string) => ({
      message: `\`${name}\` requires a literal string.`,
      help: `write for example \`${name === 'matches' ? 'text.matches' : name}("${example}")\``,
    }),
  },
  ...calls,
  ...decimals,
  ...functions,
  'wrong-result': {
    means: 'The result of an expression has another type than its location requires.',
    why: 'A rule needs true or false, and a computed field needs a value of its type.',
    note: 'The result of an expression has the type that its location requires.',
    says: (place: string, wanted: string, found: string, conversion?: string) => ({
      message: `Wrong type of result in ${place}: expected ${wanted}, found ${found}.`,
      help: conversion === undefined ? undefined : `write \`${conversion}\` around it`,
    }),
  },
  ...questions,
  ...inStore,
});
