import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { conditionNames } from './conditions/index.ts';

const conditionRule =
  'A Condition is a built-in condition, optionally with `on` and an operation, transition or resource, or `raised by <operation>`. Several are separated by `;`.';
const fieldsRule =
  'A row of Field errors lists problems separated by `;`, and in On the fields, resources, objects or parameters, separated by commas.';
const messageRule =
  'A Message can use `{name}` and `{path}` of the field, and each of `{min}`, `{max}`, `{step}` and `{values}` that all problems of its row have.';
const statusRule =
  'A Status is 4xx, or 5xx for `internal error`, `timed out` and `unavailable`. For `no credential` and `invalid credential` it is 401 or 403.';

/** What is said of a mistake in the part Errors. */
export const diagnostics = defineDiagnostics('errors', {
  name: {
    note: 'A code begins with a letter or a digit and continues with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a valid error code.`,
      suggestion,
    }),
  },
  status: {
    note: statusRule,
    says: (found: string) => ({
      message: `\`${found}\` is not a status.`,
      help: 'write three digits such as 404',
    }),
  },
  'status-range': {
    note: statusRule,
    says: (found: number, condition: string | undefined) =>
      condition === undefined
        ? `The status ${found} is not an error status.`
        : `The status ${found} does not fit the condition \`${condition}\`.`,
  },
  'unknown-condition': {
    note: conditionRule,
    says: (found: string) => ({
      message: `Unknown condition \`${found}\`.`,
      ...suggestNearest(found, conditionNames),
    }),
  },
  condition: {
    note: conditionRule,
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'duplicate-condition': {
    severity: 'warning',
    note: conditionRule,
    says: (found: string) => `The condition \`${found}\` is repeated in this row.`,
  },
  'empty-item': {
    note: conditionRule,
    says: () => 'A condition is missing beside this `;`.',
  },
  'cannot-be-narrowed': {
    note: conditionRule,
    says: (condition: string) => `\`${condition}\` occurs before the operation is known, so it cannot have \`on\`.`,
  },
  'unknown-place': {
    note: conditionRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown operation, transition or resource \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-operation': {
    note: '`raised by` takes an operation marked `(handler)`.',
    says: (found: string, exists: boolean, candidates: readonly string[]) => ({
      message: exists ? `\`${found}\` has no handler that could raise this error.` : `Unknown operation \`${found}\`.`,
      ...(exists ? {} : suggestNearest(found, candidates)),
    }),
  },
  body: {
    note: 'Body is `problem details`, or a shape in a code span.',
    says: (found: string) => ({
      message: `\`${found.replaceAll('`', '')}\` is not an error body.`,
      suggestion: findNearest(found, ['problem details']) ?? (/^\{[^`]*\}$/.test(found) ? `\`${found}\`` : undefined),
    }),
  },
  'two-answers': {
    note: 'At most one code of a condition applies by default. Every other one is named by an Error or When exceeded cell, or by a handler.',
    says: (condition: string, other: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${condition}\` has two codes: the other one is \`${other}\`.`,
      also: [{ span: first, label: 'also here' }],
    }),
  },
  'never-answered': {
    severity: 'warning',
    note: 'A code without a Condition is returned only if an Error cell, a When exceeded cell or a handler names it.',
    says: (code: string) => `The error code \`${code}\` is never returned: it has no Condition and nothing names it.`,
  },
  'never-happens': {
    severity: 'warning',
    note: 'A Condition is an error that can occur at the operation, transition or resource of its row.',
    says: (condition: string, needs: string) => `\`${condition}\` never occurs: it requires ${needs}.`,
  },
  'empty-name': {
    note: fieldsRule,
    says: (mark: string) => `A name is missing beside this \`${mark}\`.`,
  },
  'unknown-problem': {
    note: fieldsRule,
    says: (found: string, words: readonly string[]) => ({
      message: `Unknown problem \`${found}\`: expected one of ${words.map((word) => `\`${word}\``).join(', ')}.`,
      ...suggestNearest(found, words),
    }),
  },
  'unknown-field': {
    note: fieldsRule,
    says: (found: string, what: string, suggestion?: string, owner?: string) => ({
      message: owner === undefined ? `Unknown ${what} \`${found}\`.` : `\`${owner}\` has no ${what} \`${found}\`.`,
      suggestion,
    }),
  },
  'never-wrong': {
    severity: 'warning',
    note: 'A row of Field errors lists problems that its fields can have.',
    says: (field: string, problem: string) => `\`${field}\` never has the problem \`${problem}\`.`,
  },
  'says-nothing': {
    note: 'A row of Field errors has a Message, a Code, or both.',
    says: () => 'This row has no Message and no Code.',
  },
  'unknown-fact': {
    note: messageRule,
    says: (found: string, known: readonly string[]) =>
      `\`${found}\` has no value in this Message: expected ${known.map((placeholder) => `\`{${placeholder}}\``).join(', ')}.`,
  },
  'duplicate-wording': {
    note: 'Each problem of a field has at most one Message and one Code.',
    says: (problem: string, place: string, column: string, first: Span) => ({
      message: `\`${problem}\`${place === '' ? '' : ` on \`${place}\``} has two cells ${column}.`,
      also: [{ span: first, label: 'also here' }],
    }),
  },
  'fields-not-shown': {
    note: 'Field errors and the column Field need a Body that shows fields: `problem details`, or a shape with `fields`, `fields by …` or `first field`.',
    says: (what: string) => `The Body has no ${what}.`,
  },
  'column-is-role': {
    note: 'The title of a custom column is not a built-in value of an error body.',
    says: (title: string) =>
      `The column title \`${title}\` is reserved: \`${title.toLowerCase()}\` is a built-in value of an error body.`,
  },
  'unused-column': {
    note: 'The Body uses each custom column by its title.',
    says: (title: string, titles: readonly string[]) => ({
      message: `Unknown column \`${title}\`: the Body does not use it.`,
      ...suggestNearest(title, titles),
    }),
  },
});
