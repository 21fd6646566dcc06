import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, suggestNearest } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

/** What is said of what rows of Changes leave of the older documents, and of what older callers cannot do. */
export const older = defineDiagnostics('versioning', {
  'dangling-reference': {
    note: 'An older version is whole: no path and no parameter of it names a field that it does not have, and no shape is left empty.',
    says: (field: string, place: string) =>
      `Without \`${field}\` the version below is not whole: ${place} names it there. A row that undoes that place is missing.`,
  },
  'older-path': {
    note: 'The older path and the older order of an operation name fields as the version below has them, of those that are still stored.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `\`${found}\` is no stored field of \`${of}\` in the version below.`,
      suggestion,
    }),
  },
  'older-route': {
    note: 'A method and a path lead to one operation in every version.',
    says: (route: string, other: string) => `\`${route}\` is \`${other}\` in the version below.`,
  },
  'rule-stays': {
    severity: 'warning',
    note: 'What is stored and its rules are those of today in every version: the older condition of a rule is recorded, not undone.',
    says: (rule: string) => `The rule \`${rule}\` holds for older callers as it does today.`,
  },
  'discarded-value': {
    severity: 'warning',
    note: 'What `= <CEL>` makes of a removed field or parameter goes on in the one that the same version added beside it; of several, each row `added` says what it is made of.',
    says: (found: string, added: number, isField: boolean) => {
      const each = ', or leave the cell empty and write `= <CEL>` in Old requests of each field that it becomes';
      return `What older callers send as \`${found}\` goes nowhere: the version added ${added === 0 ? 'nothing' : 'several'} beside it. Write \`ignored\` or \`refused\`${isField && added > 0 ? each : ''}.`;
    },
  },
  'unknown-value': {
    severity: 'warning',
    note: 'Older callers get the values of their version. If clients accept new values, Compatibility states `value added in responses` as `compatible`.',
    says: (value: string, field: string) => ({
      message: `Older callers get the value \`${value}\` of \`${field}\`, which their version does not have.`,
      suggestion: 'as <older value>',
    }),
  },
  'may-be-missing': {
    severity: 'warning',
    note: 'Older callers get each field that their version requires. If clients do without it, Compatibility states `optional in responses` or `removed in responses` as `compatible`.',
    says: (field: string) => ({
      message: `Older callers may not get \`${field}\`, which is \`required\` in their version.`,
      suggestion: 'default <literal>',
    }),
  },
  'cannot-create': {
    severity: 'warning',
    note: 'A request of an older caller still succeeds where what it leaves out is given: by a default of the field, by `default <literal>` in Old requests of the row `added` or `required`, or, where the Request may do without it, by an Effect.',
    says: (operation: string, field: string) =>
      `Older callers can no longer ${operation}: it needs \`${field}\`, which they do not send and nothing gives.`,
  },
  'duplicate-row': {
    note: 'The rows of a version say each kind of change once of a thing.',
    says: (verb: string, called: string, first: Span) => ({
      message: `Another row of this version says \`${verb}\` of \`${called}\` already.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-value': {
    note: 'Of the rows of one version, one says what older callers see of a field, and one what becomes of what they send.',
    says: (column: string, called: string, first: Span) => ({
      message: `Another row of this version has ${column} for \`${called}\` already. Leave this cell empty: ask \`has(…)\` in one expression, or give the field a \`default\`.`,
      also: labelFirst(first),
    }),
  },
  'added-too': {
    note: 'What a version added was not there before: no other row of that version says how it was.',
    says: (called: string, first: Span) => ({
      message: `This version added \`${called}\`, so there is nothing that this row could undo.`,
      also: [{ span: first, label: 'added here' }],
    }),
  },
  'duplicate-older-name': {
    note: 'The rows of one version give each older name to one field.',
    says: (called: string) => `Another row of this version gives an older field the name \`${called}\` too.`,
  },
  'older-name': {
    note: '`as w` names what older callers know: a value of the field, or a code, of the version before.',
    says: (found: string, what: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no ${what} that older callers know.`,
      ...suggestNearest(found, candidates),
    }),
  },
});
