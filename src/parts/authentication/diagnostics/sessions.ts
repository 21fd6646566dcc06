import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { listWords } from '../../../diagnostics/words.ts';

/** The diagnostics of the scheme of log ins, and of attributes of callers that are fields. */
export const sessionDiagnostics = defineDiagnostics('authentication', {
  'session-scheme': {
    means: 'An operation logs in or out, and it is not clear which scheme its credentials belong to.',
    why: 'The credential that a log in issues is one of a scheme: that says how it is sent and how long it is valid.',
    note: 'A document with `log in` or `log out` has one scheme of Kind `access token`.',
    says: (operation: string, schemes: readonly string[]) => ({
      message:
        schemes.length === 0
          ? `\`${operation}\` needs a scheme of Kind \`access token\`, and there is none.`
          : `\`${operation}\` could mean several schemes of Kind \`access token\`: ${listWords(schemes)}.`,
      help:
        schemes.length === 0
          ? 'add a row to Schemes, such as `| session | access token | header Authorization: Bearer | | 30 days |`'
          : 'leave one scheme of this kind',
    }),
  },
  'attribute-field': {
    means: 'An attribute of callers is a field that a caller cannot have.',
    why: 'The attribute has the value of the field in the record that logged in, read with each request.',
    note: 'The Type of an attribute is a type, or a field of the resource whose records log in: `User.role`. The field is stored, and is a string, an integer, a number, a boolean, `one of …`, a state, a `ref`, or a list of these.',
    says: (found: string, why: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be an attribute of callers: ${why}.`,
      suggestion,
    }),
  },
});
