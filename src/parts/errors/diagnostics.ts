import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { conditionNames } from './conditions/index.ts';

const conditionRule =
  'A Condition is one of the language, several separated by `;`: alone, or narrowed by `on` and an operation, transition or resource; or `raised by <operation>`.';
const fieldsRule =
  'A row of Field errors names problems, separated by `;`, and in On fields, resources, objects or parameters, separated by commas.';
const messageRule =
  'A Message may hold `{name}` and `{path}` of the field, and the `{min}`, `{max}`, `{step}` or `{values}` that each problem of its row has.';
const statusRule =
  'A Status is 4xx, or 5xx for internal error, timed out and unavailable; for no credential and invalid credential it is 401 or 403.';

/** What is said of a mistake in the part Errors. */
export const diagnostics = defineDiagnostics('errors', {
  name: {
    note: 'A code begins with a letter or digit and goes on with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a code.`,
      suggestion,
    }),
  },
  status: {
    note: statusRule,
    says: (found: string) => `\`${found}\` is no status: write three digits such as 404.`,
  },
  'status-range': {
    note: statusRule,
    says: (found: number, condition: string | undefined) =>
      condition === undefined
        ? `The status ${found} is no refusal.`
        : `The status ${found} does not fit the condition \`${condition}\`.`,
  },
  'unknown-condition': {
    note: conditionRule,
    says: (found: string) => ({
      message: `\`${found}\` is no condition.`,
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
    says: (found: string) => `\`${found}\` stands twice in this row.`,
  },
  'empty-item': {
    note: conditionRule,
    says: () => 'A condition is missing beside this `;`.',
  },
  'cannot-be-narrowed': {
    note: conditionRule,
    says: (condition: string) => `\`${condition}\` happens before an operation is found, so it cannot be narrowed.`,
  },
  'unknown-place': {
    note: conditionRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no operation, transition or resource of this document.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-operation': {
    note: '`raised by` names an operation that is marked `(handler)`.',
    says: (found: string, exists: boolean, candidates: readonly string[]) => ({
      message: exists
        ? `\`${found}\` has no code that could raise it.`
        : `\`${found}\` is no operation of this document.`,
      ...(exists ? {} : suggestNearest(found, candidates)),
    }),
  },
  body: {
    note: 'Body is `problem details`, or a shape in a code span.',
    says: (found: string) => ({
      message: `\`${found.replaceAll('`', '')}\` is no body of errors.`,
      suggestion: findNearest(found, ['problem details']) ?? (/^\{[^`]*\}$/.test(found) ? `\`${found}\`` : undefined),
    }),
  },
  'two-answers': {
    note: 'A refusal that no name chooses a code for is answered by the row of its condition: two rows for one refusal are an error, unless all but one are only ever chosen by name.',
    says: (condition: string, other: string, first: { readonly start: number; readonly end: number }) => ({
      message: `\`${condition}\` could be answered by two codes: \`${other}\` has it too.`,
      also: [{ span: first, label: 'also here' }],
    }),
  },
  'never-answered': {
    severity: 'warning',
    note: 'A code without a Condition answers where Error, When exceeded or a handler names it.',
    says: (code: string) => `\`${code}\` has no Condition and nothing names it: it is never answered.`,
  },
  'never-happens': {
    severity: 'warning',
    note: 'A Condition is a refusal that the document can produce where the row says.',
    says: (condition: string, needs: string) => `\`${condition}\` can never happen: it requires ${needs}.`,
  },
  'empty-name': {
    note: fieldsRule,
    says: (mark: string) => `A name is missing beside this \`${mark}\`.`,
  },
  'unknown-problem': {
    note: fieldsRule,
    says: (found: string, words: readonly string[]) => ({
      message: `\`${found}\` is not a problem of a field. The problems are ${words.map((word) => `\`${word}\``).join(', ')}.`,
      ...suggestNearest(found, words),
    }),
  },
  'unknown-field': {
    note: fieldsRule,
    says: (found: string, what: string, suggestion?: string, owner?: string) => ({
      message: owner === undefined ? `There is no ${what} \`${found}\`.` : `\`${owner}\` has no ${what} \`${found}\`.`,
      suggestion,
    }),
  },
  'never-wrong': {
    severity: 'warning',
    note: 'A row of Field errors words problems that its fields can have.',
    says: (field: string, problem: string) =>
      `\`${field}\` is never \`${problem}\`: nothing stated of it asks for that.`,
  },
  'says-nothing': {
    note: 'A row of Field errors states a Message, a Code, or both.',
    says: () => 'This row has neither a Message nor a Code.',
  },
  'unknown-fact': {
    note: messageRule,
    says: (found: string, known: readonly string[]) =>
      `\`${found}\` has no value here. In this Message stand ${known.map((placeholder) => `\`{${placeholder}}\``).join(', ')}.`,
  },
  'duplicate-wording': {
    note: 'For one problem at one place a Message and a Code stand once each.',
    says: (problem: string, place: string, column: string, first: Span) => ({
      message: `\`${problem}\`${place === '' ? '' : ` on \`${place}\``} has a ${column} already.`,
      also: [{ span: first, label: 'also here' }],
    }),
  },
  'fields-not-shown': {
    note: 'The Body shows what Field errors and the column Field state: problem details do, a shape by `fields`, `fields by …` or `first field`.',
    says: (what: string) => `The Body shows no ${what}.`,
  },
  'column-is-role': {
    note: 'A column of your own has another title than the roles of an error body, which mean something else.',
    says: (title: string) =>
      `The column \`${title}\` cannot be shown: in a Body \`${title.toLowerCase()}\` is a role of the language.`,
  },
  'unused-column': {
    note: 'A column of your own is named by the Body, as the role `<column>`.',
    says: (title: string, titles: readonly string[]) => ({
      message: `The column \`${title}\` is not one of this table, and the Body does not show it.`,
      ...suggestNearest(title, titles),
    }),
  },
});
