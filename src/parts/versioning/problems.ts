import { defineProblems } from '../../problems/problem.ts';
import { firstHere, near } from '../../problems/words.ts';
import type { Span } from '../../text/place.ts';
import { changeVerbs, placements, statuses } from './words.ts';

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const callersRule =
  'Older callers is `absent`, `default <literal>`, `= <CEL>` in a code span, or `as <older name>`; which of them fits, the kind of change says.';
const requestsRule =
  'Older requests is `= <CEL>` over `input` in a code span, `default <literal>`, `ignored` or `refused`; which of them fits, the kind of change says.';

/** What is said of a mistake in the part Versioning. */
export const problems = defineProblems('versioning', {
  name: {
    rule: 'A version has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a version.`,
      suggestion,
    }),
  },
  'unknown-status': {
    rule: `The Status of a version is one of ${quoted(statuses)}.`,
    says: (found: string) => ({ message: `\`${found}\` is no status of a version.`, ...near(found, statuses) }),
  },
  date: {
    rule: 'Released and Sunset are days of the calendar, `YYYY-MM-DD`.',
    says: (found: string) => `\`${found}\` is no day: write for example \`2026-11-01\`.`,
  },
  'unknown-placement': {
    rule: `A version is placed in ${quoted(placements)}.`,
    says: (found: string) => ({ message: `\`${found}\` is no place for a version.`, ...near(found, placements) }),
  },
  'placement-name': {
    rule: 'The Name of a placement is a header, a path prefix such as `/v{version}`, a query parameter, or a media type such as `application/vnd.invoices.{version}+json`.',
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'unknown-change': {
    rule: `The kinds of changes are ${quoted(changeVerbs)}.`,
    says: (found: string) => ({ message: `\`${found}\` is no kind of change.`, ...near(found, changeVerbs) }),
  },
  where: {
    rule: 'Where names what has changed, as it is called in that version: `X.f`, `X.f value`, `parameter p of list X`, `event e`, an operation, a code, a limit …',
    says: (found: string, verb: string, form: string, suggestion?: string) => ({
      message: `\`${found}\` is nothing that can be \`${verb}\`: write ${form}.`,
      suggestion,
    }),
  },
  'empty-item': {
    rule: 'Items of a cell are separated by one `;` each.',
    says: (column: string) => `Something is missing in ${column} beside this \`;\`.`,
  },
  'older-callers': {
    rule: callersRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not say what older callers see.`,
      suggestion,
    }),
  },
  'older-requests': {
    rule: requestsRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not say what becomes of what older callers send.`,
      suggestion,
    }),
  },
  'unknown-class': {
    rule: 'The Class of a change is `compatible` or `breaking`.',
    says: (found: string) => ({ message: `\`${found}\` is no class.`, ...near(found, ['compatible', 'breaking']) }),
  },
  'unknown-compatibility': {
    rule: 'Change under Compatibility is a kind of change, alone or with `in requests` or `in answers` behind it.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` names no kind of change.`, suggestion }),
  },
  'no-current': {
    rule: 'Exactly one version is `current`.',
    says: () => 'No version is `current`.',
  },
  'two-current': {
    rule: 'Exactly one version is `current`.',
    says: (found: string, first: string) => `\`${found}\` is \`current\` too, as \`${first}\` is.`,
  },
  'above-current': {
    rule: 'Rows stand newest first: above the current version only previews, below it none.',
    says: (found: string, status: string, above: boolean) =>
      above
        ? `\`${found}\` stands above the current version, so it can only be a \`preview\`, not \`${status}\`.`
        : `\`${found}\` is a preview, so it stands above the current version.`,
  },
  order: {
    rule: 'Rows stand newest first, and Released agrees with that order.',
    says: (found: string, above: string) => `\`${found}\` is later than \`${above}\`, which stands above it.`,
  },
  'sunset-past': {
    severity: 'warning',
    rule: 'Status decides whether a version is served; a sunset only announces it.',
    says: (version: string, sunset: string) => ({
      message: `The sunset of \`${version}\`, ${sunset}, has passed, and its status is not \`retired\`.`,
    }),
  },
  'sunset-before-deprecation': {
    rule: 'A deprecated version is deprecated since the next newer one was released; its sunset is not earlier (RFC 9745, section 4).',
    says: (sunset: string, released: string) =>
      `The sunset ${sunset} is before ${released}, from which day the version is deprecated.`,
  },
  'sunset-before-release': {
    rule: 'A version is released before its sunset.',
    says: (sunset: string, released: string) => `The sunset ${sunset} is not after the release ${released}.`,
  },
  'when-absent': {
    rule: 'When absent is `current`, `refused`, or a version of the document.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no version of this document.`,
      ...near(found, candidates),
    }),
  },
  'retired-when-absent': {
    rule: 'A request without a version is served by one that is still served.',
    says: (found: string) => `\`${found}\` is retired, so it cannot be the version of a request that names none.`,
  },
  'unknown-version': {
    rule: 'A change belongs to a version of the table Versions.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `There is no version \`${found}\`.`,
      ...near(found, candidates),
    }),
  },
  'oldest-version': {
    rule: 'A change row belongs to the version that made it; undoing it gives the version below.',
    says: (found: string) => `\`${found}\` is the oldest version: there is none that its changes could be undone for.`,
  },
  'change-order': {
    rule: 'The rows of the table Changes stand newest version first.',
    says: (found: string, above: string) => `The version \`${found}\` is newer than \`${above}\` in the row above.`,
  },
  'not-there': {
    rule: 'A change names things as they stand in its version; what was `removed` is named as it was before.',
    says: (found: string, what: string, suggestion?: string) => ({
      message: `\`${found}\` is no ${what} of that version.`,
      suggestion,
    }),
  },
  'still-there': {
    rule: 'What was `removed`, and an older name, is no longer there in the version of its row.',
    says: (found: string, what: string) => `\`${found}\` is still ${what} of that version.`,
  },
  'before-missing': {
    rule: 'Before holds what older callers know: the older name, type and constraints, literal, method and path, status or Value.',
    says: (verb: string, what: string) => `A change \`${verb}\` needs ${what} in Before.`,
  },
  before: {
    rule: 'Before holds what older callers know: the older name, type and constraints, literal, method and path, status or Value.',
    says: (found: string, what: string, suggestion?: string) => ({
      message: `\`${found}\` is not ${what}.`,
      suggestion,
    }),
  },
  'before-stated': {
    rule: 'Something that was `added` was not there before; of a value the older callers see another, which Older callers names.',
    says: (verb: string) => ({ message: `A change \`${verb}\` has nothing in Before.`, suggestion: '—' }),
  },
  'requests-missing': {
    rule: 'Older requests is required for `type` and for `removed` where the older field could be sent.',
    says: (verb: string) =>
      `Older requests is missing: it says what becomes of the older ${verb === 'type' ? 'value' : 'field'} that older callers send.`,
  },
  'callers-missing': {
    rule: callersRule,
    says: (verb: string, wanted: string) => `A change \`${verb}\` needs ${wanted} in Older callers.`,
  },
  'callers-not-here': {
    rule: callersRule,
    says: (verb: string, found: string, wanted: string) =>
      `A change \`${verb}\` cannot be shown to older callers by \`${found}\`: ${wanted}.`,
  },
  'requests-not-here': {
    rule: requestsRule,
    says: (verb: string, found: string, wanted: string) =>
      `What older callers send cannot be turned by \`${found}\` for a change \`${verb}\`: ${wanted}.`,
  },
  literal: {
    rule: 'A literal is JSON and is read by what its field holds; a number, `true`, `false` and `null` are quoted to be strings.',
    says: (found: string, wanted: string, suggestion?: string) => ({
      message: `\`${found}\` cannot stand here: the field holds ${wanted}.`,
      suggestion,
    }),
  },
  'literal-unfit': {
    rule: 'A literal fits the format of its field, and what is given for older callers who leave the field out its constraints too.',
    says: (found: string, why: string) => `\`${found}\` cannot stand here: ${why}.`,
  },
  'not-whole': {
    rule: 'An older version is whole: no path and no parameter of it names a field that it does not have, and no shape is left empty.',
    says: (field: string, place: string) =>
      `Without \`${field}\` the version below is not whole: ${place} names it there. A row that undoes that place is missing.`,
  },
  'older-path': {
    rule: 'The older path of an operation names fields as the version below has them, of those that are still stored.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `\`${found}\` is no stored field of \`${of}\` in the version below.`,
      suggestion,
    }),
  },
  'older-route': {
    rule: 'A method and a path lead to one operation in every version.',
    says: (route: string, other: string) => `\`${route}\` is \`${other}\` in the version below.`,
  },
  'rule-stays': {
    severity: 'warning',
    rule: 'What is stored and its rules are those of today in every version: the older condition of a rule is recorded, not undone.',
    says: (rule: string) => `The rule \`${rule}\` holds for older callers as it does today.`,
  },
  'goes-nowhere': {
    severity: 'warning',
    rule: 'What `= <CEL>` makes of a removed field or parameter goes on in the one that the same version added beside it.',
    says: (found: string, added: number) =>
      `What older callers send as \`${found}\` goes nowhere: the version added ${added === 0 ? 'nothing' : 'several'} beside it. Write \`ignored\` or \`refused\`.`,
  },
  'cannot-create': {
    severity: 'warning',
    rule: 'A request of an older caller still succeeds where what it leaves out is given: by a default of the field, by `default <literal>` in Older requests of the row `required`, or, where the Request may do without it, by an Effect.',
    says: (operation: string, field: string) =>
      `Older callers can no longer ${operation}: it needs \`${field}\`, which they do not send and nothing gives.`,
  },
  'said-twice': {
    rule: 'The rows of a version say each kind of change once of a thing.',
    says: (verb: string, called: string, first: Span) => ({
      message: `Another row of this version says \`${verb}\` of \`${called}\` already.`,
      also: firstHere(first),
    }),
  },
  'added-too': {
    rule: 'What a version added was not there before: no other row of that version says how it was.',
    says: (called: string, first: Span) => ({
      message: `This version added \`${called}\`, so there is nothing that this row could undo.`,
      also: [{ span: first, label: 'added here' }],
    }),
  },
  'older-twice': {
    rule: 'The rows of one version give each older name to one field.',
    says: (called: string) => `Another row of this version gives an older field the name \`${called}\` too.`,
  },
  'older-name': {
    rule: '`as w` names what older callers know: a value of the field, or a code, of the version before.',
    says: (found: string, what: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no ${what} that older callers know.`,
      ...near(found, candidates),
    }),
  },
});
