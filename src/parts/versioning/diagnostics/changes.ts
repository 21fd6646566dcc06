import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../../diagnostics/words.ts';
import { changeVerbs, formatWordList } from '../words.ts';

const callersRule =
  'Old responses is `absent`, `default <literal>`, `= <CEL>` in a code span, or `as <older name>`; which of them fits, the kind of change says.';
const requestsRule =
  'Old requests is `= <CEL>` over `input` in a code span, `default <literal>`, `ignored` or `refused`; which of them fits, the kind of change says.';

/** What is said of a row of Changes and of its cells. */
export const changes = defineDiagnostics('versioning', {
  'unknown-change': {
    note: `The kinds of changes are ${formatWordList(changeVerbs)}.`,
    says: (found: string) => ({ message: `\`${found}\` is no kind of change.`, ...suggestNearest(found, changeVerbs) }),
  },
  where: {
    note: 'What names what has changed, as it is called in that version: `X.f`, `X.f value`, `parameter p of list X`, `event e`, an operation, a code, a limit …',
    says: (found: string, verb: string, form: string, suggestion?: string) => ({
      message: `\`${found}\` is nothing that can be \`${verb}\`: write ${form}.`,
      suggestion,
    }),
  },
  'parameter-type': {
    note: 'The type of a parameter cannot be undone under one name: the older parameter is `removed`, another one is `added`.',
    says: (found: string) =>
      `The type of \`${found}\` cannot be undone. Give the present parameter a name of its own with a row \`added\`, and write a row \`removed\` for the older one with its type in Before.`,
  },
  'written-out': {
    note: 'Rows name fields of resources and objects. Members that a shape writes out are the same in every version.',
    says: (member: string, place: string) =>
      `No row can undo \`${member}\`: ${place} writes it out. Keep the older member beside the new one, or make the shape an object under Resources, whose fields rows can name.`,
  },
  'union-row': {
    note: 'Unions have the same tags in every version. Rows name the fields of their objects.',
    says: (union: string, object?: string) => ({
      message:
        object === undefined
          ? `No row can undo the tags of the union \`${union}\`. Keep the tags that older callers know, or put the new union into a field of its own and write a row \`added\` for it.`
          : `\`${union}\` is a union: rows name the fields of its objects.`,
      suggestion: object,
    }),
  },
  'operation-name': {
    note: 'Clients do not see the names of operations, which are the same in every version.',
    says: (operation: string) =>
      `\`${operation}\` needs no row: clients do not see the name of an operation. Remove the row.`,
  },
  'old-responses': {
    note: callersRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not say what older callers see.`,
      suggestion,
    }),
  },
  'old-requests': {
    note: requestsRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not say what becomes of what older callers send.`,
      suggestion,
    }),
  },
  'unknown-class': {
    note: 'The Class of a change is `compatible` or `breaking`.',
    says: (found: string) => ({
      message: `\`${found}\` is no class.`,
      ...suggestNearest(found, ['compatible', 'breaking']),
    }),
  },
  'change-order': {
    note: 'The rows of the table Changes stand newest version first.',
    says: (found: string, above: string) => `The version \`${found}\` is newer than \`${above}\` in the row above.`,
  },
  'not-there': {
    note: 'A change names things as they stand in its version; what was `removed` is named as it was before.',
    says: (found: string, what: string, suggestion?: string) => ({
      message: `\`${found}\` is no ${what} of that version.`,
      suggestion,
    }),
  },
  'still-there': {
    note: 'What was `removed`, and an older name, is no longer there in the version of its row.',
    says: (found: string, what: string) => `\`${found}\` is still ${what} of that version.`,
  },
  'before-missing': {
    note: 'Before holds what older callers know: the older name, type and constraints, literal, method and path, status or Value.',
    says: (verb: string, what: string) => `A change \`${verb}\` needs ${what} in Before.`,
  },
  before: {
    note: 'Before holds what older callers know: the older name, type and constraints, literal, method and path, status or Value.',
    says: (found: string, what: string, suggestion?: string) => ({
      message: `\`${found}\` is not ${what}.`,
      suggestion,
    }),
  },
  'before-stated': {
    note: 'Something that was `added` was not there before; of a value the older callers see another, which Old responses names.',
    says: (verb: string) => ({ message: `A change \`${verb}\` has nothing in Before.`, suggestion: '—' }),
  },
  'requests-missing': {
    note: 'Old requests is required for `type`, and for `removed` where the older field could be sent and no row `added` of the version reads it.',
    says: (verb: string) =>
      `Old requests is missing: it says what becomes of the older ${verb === 'type' ? 'value' : 'field'} that older callers send.`,
  },
  'callers-missing': {
    note: callersRule,
    says: (verb: string, wanted: string) => `A change \`${verb}\` needs ${wanted} in Old responses.`,
  },
  'callers-not-here': {
    note: callersRule,
    says: (verb: string, found: string, wanted: string) =>
      `A change \`${verb}\` cannot be shown to older callers by \`${found}\`: ${wanted}.`,
  },
  'requests-not-here': {
    note: requestsRule,
    says: (verb: string, found: string, wanted: string) =>
      `What older callers send cannot be turned by \`${found}\` for a change \`${verb}\`: ${wanted}.`,
  },
  literal: {
    note: 'A literal is JSON and is read by what its field holds; a number, `true`, `false` and `null` are quoted to be strings.',
    says: (found: string, wanted: string, suggestion?: string) => ({
      message: `\`${found}\` cannot stand here: the field holds ${wanted}.`,
      suggestion,
    }),
  },
  'literal-mismatch': {
    note: 'A literal fits the format of its field, and what is given for older callers who leave the field out its constraints too.',
    says: (found: string, why: string) => `\`${found}\` cannot stand here: ${why}.`,
  },
});
