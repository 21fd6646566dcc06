import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { sayUnknown } from '../../../diagnostics/words.ts';
import { changeVerbs, formatWordList } from '../words.ts';

const callersRule =
  'Old responses is `absent`, `default <literal>`, `= <CEL>` in a code span, or `as <older name>`, depending on the kind of change.';
const requestsRule =
  'Old requests is `= <CEL>` over `input` in a code span, `default <literal>`, `ignored` or `refused`, depending on the kind of change.';

/** The diagnostics of a row of Changes and of its cells. */
export const changes = defineDiagnostics('versioning', {
  'unknown-change': {
    means: 'Change is not a kind of change that Nonet knows.',
    why: 'The kind decides how the service converts requests and responses.',
    note: `The kinds of changes are ${formatWordList(changeVerbs)}.`,
    says: sayUnknown('kind of change'),
  },
  where: {
    means: 'The cell What does not have the form that this kind of change needs.',
    why: 'The service must know exactly which item to convert.',
    note: 'The cell What is the changed item by its name in that version, such as `X.f`, `X.f value`, `parameter p of list X`, `event e`, an operation, a code or a limit.',
    says: (found: string, verb: string, form: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be \`${verb}\`: expected ${form}.`,
      suggestion,
    }),
  },
  'parameter-type': {
    means: 'A row of Changes changes the type of a parameter.',
    why: 'The service cannot convert every old value of a query string, so a new parameter replaces the old one.',
    note: 'A parameter with another type is a new parameter: the old one is `removed`, another one is `added`.',
    help: 'rename the new parameter and add a row `added` for it, and a row `removed` for the old one with its type in Before',
    says: (found: string) => `The type of the parameter \`${found}\` cannot be converted for old clients.`,
  },
  'written-out': {
    means: 'A row of Changes renames a field that a response spells out.',
    why: 'The shape names the field itself, so the service cannot show another name.',
    note: 'Rows apply to fields of resources and objects. The fields that a shape spells out are the same in every version.',
    help: 'keep the old field next to the new one, or make the shape an object under Resources',
    says: (member: string, place: string) =>
      `No row can convert \`${member}\` for old clients: ${place} spells it out.`,
  },
  'union-row': {
    means: 'A row of Changes renames a tag of a union.',
    why: 'The tag decides the fields of a value, so no single row can convert it.',
    note: 'A union has the same tags in every version. Rows apply to the fields of its objects.',
    says: (union: string, object?: string) => ({
      message:
        object === undefined
          ? `No row can convert the tags of the union \`${union}\` for old clients: keep the old tags, or add a field with a new union.`
          : `\`${union}\` is a union, not an object.`,
      suggestion: object,
    }),
  },
  'operation-name': {
    means: 'A row of Changes renames an operation.',
    why: 'Clients call methods and paths, so the name matters only inside the document.',
    note: 'Clients do not see the names of operations, so they need no row.',
    help: 'remove the row',
    says: (operation: string) => `The operation name \`${operation}\` cannot change between versions.`,
  },
  'old-responses': {
    means: 'Old responses does not have one of its forms.',
    why: 'The service converts responses for old clients by it, so it cannot be guessed.',
    note: callersRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a valid value of Old responses.`,
      suggestion,
    }),
  },
  'old-requests': {
    means: 'Old requests does not have one of its forms.',
    why: 'The service converts the requests of old clients by it, so it cannot be guessed.',
    note: requestsRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a valid value of Old requests.`,
      suggestion,
    }),
  },
  'unknown-class': {
    means: 'Class is neither `compatible` nor `breaking`.',
    why: '`nonet compare` decides by it whether a change needs a new version.',
    note: 'Class is `compatible` or `breaking`.',
    says: sayUnknown('Class'),
  },
  'change-order': {
    means: 'A row of Changes belongs to a newer version than the row above it.',
    why: 'Readers follow the history from the newest version down.',
    note: 'The rows of Changes are ordered newest version first.',
    says: (found: string, above: string) => `The version \`${found}\` is newer than \`${above}\` in the row above.`,
  },
  'not-there': {
    means: 'A row of Changes names something that its version does not have.',
    why: 'The row would convert nothing.',
    note: 'A row uses the names of its version, and for `removed` the names of the version before.',
    says: (found: string, what: string, suggestion?: string) => ({
      message: `That version has no ${what} \`${found}\`.`,
      suggestion,
    }),
  },
  'still-there': {
    means: 'A row of Changes removes or renames an item that its version still has.',
    why: 'The document and its history would contradict each other.',
    note: 'A removed item or an old name does not exist in the version of its row.',
    says: (found: string, what: string) => `\`${found}\` is still ${what} of that version.`,
  },
  'before-missing': {
    means: 'A change needs the earlier form of its item, but Before is empty.',
    why: 'Without it, the service cannot show old clients what they expect.',
    note: 'Before is the old name, type and constraints, literal, method and path, status or Value.',
    says: (verb: string, what: string) => `A change \`${verb}\` needs ${what} in Before.`,
  },
  before: {
    means: 'Before does not have the form that this kind of change needs.',
    why: 'The service converts requests and responses from and to the form in Before.',
    note: 'Before is the old name, type and constraints, literal, method and path, status or Value.',
    says: (found: string, what: string, suggestion?: string) => ({
      message: `\`${found}\` is not ${what}.`,
      suggestion,
    }),
  },
  'before-stated': {
    means: 'A change has a value in Before, although nothing existed before it.',
    why: 'The value would have no effect; often the kind of change is wrong.',
    note: 'An `added` item has nothing in Before. For a value, Old responses is the value that old clients see.',
    says: (verb: string) => ({ message: `A change \`${verb}\` has a value in Before.`, suggestion: '—' }),
  },
  'requests-missing': {
    means: 'A change needs a conversion for the requests of old clients, but Old requests is empty.',
    why: 'The service cannot compute the value to store.',
    note: 'Old requests is required for `type`, and for `removed` if clients could send the old field and no row `added` of the version reads it.',
    says: (verb: string) =>
      `Old requests is missing for the ${verb === 'type' ? 'value' : 'field'} that old clients send.`,
  },
  'callers-missing': {
    means: 'A change needs a value for old responses, but Old responses is empty.',
    why: 'The service cannot compute the value that old clients expect.',
    note: callersRule,
    says: (verb: string, wanted: string) => `A change \`${verb}\` needs ${wanted} in Old responses.`,
  },
  'callers-not-here': {
    means: 'Old responses has a form that this kind of change does not take.',
    why: 'The value could not be computed for old clients, or would have no effect.',
    note: callersRule,
    says: (verb: string, found: string, wanted: string, suggestion?: string) => ({
      message: `\`${found}\` does not fit Old responses of a change \`${verb}\`: ${wanted}.`,
      ...(suggestion === undefined
        ? {}
        : { suggestion, help: 'leave it empty: old clients get the default in Before, or no value' }),
    }),
  },
  'requests-not-here': {
    means: 'Old requests has a form that this kind of change does not take.',
    why: 'The value could not be computed from the requests of old clients, or would have no effect.',
    note: requestsRule,
    says: (verb: string, found: string, wanted: string, suggestion?: string) => ({
      message: `\`${found}\` does not fit Old requests of a change \`${verb}\`: ${wanted}.`,
      ...(suggestion === undefined ? {} : { suggestion, help: 'leave it empty: such requests are refused' }),
    }),
  },
  literal: {
    means: 'A literal does not have the type of its field.',
    why: 'Old clients would receive or send a value that breaks the type.',
    note: 'A literal is JSON of the type of its field. A string that looks like a number, `true`, `false` or `null` is quoted.',
    says: (found: string, wanted: string, suggestion?: string) => ({
      message: `\`${found}\` does not fit the field: expected ${wanted}.`,
      suggestion,
    }),
  },
  'literal-mismatch': {
    means: 'A literal breaks the format or a constraint of its field.',
    why: 'Requests of old clients would fail with an error that they cannot fix.',
    note: 'A literal fits the format of its field. A default for old requests also fits its constraints.',
    says: (found: string, why: string) => `\`${found}\` does not fit the field: ${why}.`,
  },
});
