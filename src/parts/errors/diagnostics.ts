import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { listWords, sayUnknown, suggestNearest } from '../../diagnostics/words.ts';
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

/** The diagnostics of the part Errors. */
export const diagnostics = defineDiagnostics('errors', {
  name: {
    means: 'An error code has characters that are not allowed.',
    why: 'Clients compare codes exactly and often use them as identifiers in their own source code.',
    note: 'A code begins with a letter or a digit and continues with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a valid error code.`,
      suggestion,
    }),
  },
  status: {
    means: 'The Status of a code is not a number of three digits.',
    why: 'The service sends it as the HTTP status, so it must be exact.',
    note: statusRule,
    help: 'write three digits such as 404',
    says: (found: string) => `\`${found}\` is not a status.`,
  },
  'status-needed': {
    means: 'A code has no Status, and no condition states it.',
    why: 'Clients and proxies read the status before anything else, and Nonet does not guess it.',
    note: 'With the line `Codes: named after conditions`, a code without Status has the status of its condition.',
    says: (code: string, isConventional: boolean) => ({
      message: `The code \`${code}\` has no status.`,
      help: isConventional
        ? 'write three digits such as 409'
        : 'write three digits such as 409, or add the line `- Codes: named after conditions` for the statuses of the conditions',
    }),
  },
  codes: {
    means: 'The line Codes has a value other than `named after conditions`.',
    why: 'The line decides which codes clients receive.',
    note: 'Codes is `named after conditions`. Without the line, the rows of Errors state every code.',
    says: (found: string, suggestion?: string) => ({
      message: `Expected \`named after conditions\`, found \`${found}\`.`,
      suggestion,
    }),
  },
  'status-range': {
    means: 'The Status of a code does not fit its condition.',
    why: 'Clients and proxies treat 4xx as a mistake of the request and 5xx as a failure of the service, for example for retries.',
    note: statusRule,
    says: (found: number, condition: string | undefined) =>
      condition === undefined
        ? `The status ${found} is not an error status.`
        : `The status ${found} does not fit the condition \`${condition}\`.`,
  },
  'unknown-condition': {
    means: 'A Condition names an error that the service never has.',
    why: 'The code would never be returned.',
    note: `The conditions are ${listWords(conditionNames)}.`,
    says: (found: string) => ({
      message: `Unknown condition \`${found}\`.`,
      ...suggestNearest(found, conditionNames),
    }),
  },
  condition: {
    means: 'A Condition contains a word that is not part of a condition.',
    why: 'The condition decides when the code is returned, so every word must have a meaning.',
    note: conditionRule,
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'duplicate-condition': {
    severity: 'warning',
    means: 'A row lists the same condition twice.',
    why: 'The second entry has no effect; usually another condition was intended.',
    note: conditionRule,
    says: (found: string) => `The condition \`${found}\` is repeated in this row.`,
  },
  'cannot-be-narrowed': {
    means: 'A condition with `on` occurs before the service knows which operation is called.',
    why: 'The part after `on` could never match.',
    note: conditionRule,
    says: (condition: string) => `\`${condition}\` occurs before the operation is known, so it cannot have \`on\`.`,
  },
  'unknown-place': {
    means: 'The name after `on` is not an operation, a transition or a resource of the document.',
    why: 'The code could never be returned.',
    note: conditionRule,
    says: sayUnknown('operation, transition or resource'),
  },
  'unknown-operation': {
    means: '`raised by` names an operation that the document does not have, or whose code cannot raise an error.',
    why: 'The code could never be returned.',
    note: '`raised by` takes an operation marked `(handler)`, or one that changes records and may have a hook.',
    says: (found: string, exists: boolean, suggestion?: string) => ({
      message: exists
        ? `\`${found}\` has no handler or hook that could raise this error.`
        : `Unknown operation \`${found}\`.`,
      suggestion,
    }),
  },
  body: {
    means: 'The line Body is neither a built-in error body nor a shape in a code span.',
    why: 'Clients parse every error response by this form, so the document must define it exactly.',
    note: 'Body is `problem details`, or a shape in a code span.',
    says: (found: string) => ({
      message: `\`${found.replaceAll('`', '')}\` is not an error body.`,
      suggestion: findNearest(found, ['problem details']) ?? (/^\{[^`]*\}$/.test(found) ? `\`${found}\`` : undefined),
    }),
  },
  'two-answers': {
    means: 'Two codes have the same condition, and nothing decides between them.',
    why: 'The same error would have two codes, and clients could not rely on either.',
    note: 'At most one code of a condition applies by default. Every other one is named by an Error or When exceeded cell, or by a handler.',
    says: (condition: string, other: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${condition}\` has two codes: the other one is \`${other}\`.`,
      also: [{ span: first, label: 'also here' }],
    }),
  },
  'never-answered': {
    severity: 'warning',
    means: 'An error code has no condition, and no other cell names it.',
    why: 'Clients would prepare for an error that the service never returns.',
    note: 'A code without a Condition is returned only if an Error cell, a When exceeded cell or a handler names it.',
    says: (code: string) => `The error code \`${code}\` is never returned: it has no Condition and nothing names it.`,
  },
  'never-happens': {
    severity: 'warning',
    means: 'A code is for a condition that cannot occur at the operation or resource of its row.',
    why: 'Clients would prepare for an error that the service never returns.',
    note: 'A Condition is an error that can occur at the operation, transition or resource of its row.',
    says: (condition: string, needs: string) => `\`${condition}\` never occurs: it requires ${needs}.`,
  },
  'unknown-problem': {
    means: 'A row of Field errors names a problem that validation never reports.',
    why: 'The text would never be shown.',
    note: fieldsRule,
    says: (found: string, words: readonly string[]) => ({
      message: `Unknown problem \`${found}\`: expected one of ${listWords(words)}.`,
      ...suggestNearest(found, words),
    }),
  },
  'unknown-field': {
    means: 'A row of Field errors names a field, object, resource or parameter that the document does not have.',
    why: 'The text would never be shown.',
    note: fieldsRule,
    says: (found: string, what: string, suggestion?: string, owner?: string) => ({
      message: owner === undefined ? `Unknown ${what} \`${found}\`.` : `\`${owner}\` has no ${what} \`${found}\`.`,
      suggestion,
    }),
  },
  'never-wrong': {
    severity: 'warning',
    means: 'A row of Field errors lists a problem that its field cannot have.',
    why: 'The text would never be shown; often a constraint of the field is missing.',
    note: 'A row of Field errors lists problems that its fields can have.',
    says: (field: string, problem: string) => `\`${field}\` never has the problem \`${problem}\`.`,
  },
  'says-nothing': {
    means: 'A row of Field errors has neither a Message nor a Code.',
    why: 'The row would change nothing in any response.',
    note: 'A row of Field errors has a Message, a Code, or both.',
    says: () => 'This row has no Message and no Code.',
  },
  'unknown-fact': {
    means: 'A Message contains a placeholder that has no value for the problems of its row.',
    why: 'Clients would see the placeholder instead of a value.',
    note: messageRule,
    says: (found: string, known: readonly string[]) =>
      `\`${found}\` has no value in this Message: expected ${known.map((placeholder) => `\`{${placeholder}}\``).join(', ')}.`,
  },
  'duplicate-wording': {
    means: 'Two rows give different texts or codes for the same problem of the same field.',
    why: 'The service could not decide which one to return.',
    note: 'Each problem of a field has at most one Message and one Code.',
    says: (problem: string, place: string, column: string, first: Span) => ({
      message: `\`${problem}\`${place === '' ? '' : ` on \`${place}\``} has two cells ${column}.`,
      also: [{ span: first, label: 'also here' }],
    }),
  },
  'fields-not-shown': {
    means: 'A row of Field errors sets a code or a text that the error body does not contain.',
    why: 'No client would ever receive the value.',
    note: 'Field errors and the column Field need a Body that shows fields: `problem details`, or a shape with `fields`, `fields by …` or `first field`.',
    says: (what: string) => `The Body has no ${what}.`,
  },
  'column-is-role': {
    means: 'A custom column has the title of a built-in value, such as `title` or `status`.',
    why: 'An error body uses both by name, so the custom column would be unreachable.',
    note: 'The title of a custom column is not a built-in value of an error body.',
    says: (title: string) =>
      `The column title \`${title}\` is reserved: \`${title.toLowerCase()}\` is a built-in value of an error body.`,
  },
  'unused-column': {
    means: 'The table of codes has a custom column that the error body does not use.',
    why: 'Its values would never reach a client; often a standard column is misspelled.',
    note: 'The Body uses each custom column by its title.',
    says: (title: string, titles: readonly string[]) => ({
      message: `Unknown column \`${title}\`: the Body does not use it.`,
      ...suggestNearest(title, titles),
    }),
  },
});
