import type { Root } from './tree.ts';

/** The roots that an expression can begin at by name. */
export const rootNames: readonly Exclude<Root, 'local'>[] = [
  'record',
  'old',
  'input',
  'caller',
  'event',
  'value',
  'now',
  'today',
  'self',
];

/** The functions and macros whose names are words of the language. */
const reservedFunctions: readonly string[] = [
  'size',
  'has',
  'contains',
  'startsWith',
  'endsWith',
  'all',
  'exists',
  'exists_one',
  'map',
  'filter',
  'sum',
  'int',
  'double',
  'string',
  'timestamp',
  'duration',
  'next',
];

/** The functions whose names fields may have too: only a call names the function. */
const otherFunctions: readonly string[] = [
  ...['seconds', 'minutes', 'hours', 'days', 'months', 'date'],
  ...['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear'],
  ...['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds', 'getDays'],
  ...['decimal', 'round', 'divide', 'changed', 'link'],
  ...['lowerAscii', 'upperAscii', 'trim', 'replace', 'split', 'join', 'substring', 'matches', 'slug'],
];

/** The functions and macros of the language. */
export const functionNames: readonly string[] = [...reservedFunctions, ...otherFunctions];

/** The words of CEL (its keywords, reserved words and type names) and of the language: no field is reached by such a bare name. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...rootNames,
  ...reservedFunctions,
  'and',
  'or',
  'not',
  'in',
  'true',
  'false',
  'null',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
  'bool',
  'bytes',
  'cel',
  'dyn',
  'list',
  'matches',
  'null_type',
  'optional',
  'prototype',
  'type',
  'uint',
]);

/** How a field of the record is written in full: `record.type`, `record["first-name"]`. */
export function formatFieldPath(from: string, name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${from}.${name}` : `${from}[${JSON.stringify(name)}]`;
}
