import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { durationWords } from '../../text/duration.ts';
import { findNearest } from '../../text/nearest.ts';
import { schemeNames } from './schemes/index.ts';

const carriedRule =
  'Sent in is `header X-Api-Key`, `header Authorization: <word>`, `query key` or `cookie session`; several are separated by `;`.';
const allowsRule =
  'Allows names operations of the Operations table with commas between: `create Invoice`, `all Invoice`, `all`.';

/** What is said of a mistake in the part Authentication. */
export const diagnostics = defineDiagnostics('authentication', {
  'scheme-name': {
    note: 'A scheme has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a scheme.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    note: `The kinds of schemes are ${schemeNames.map((name) => `\`${name}\``).join(', ')}.`,
    says: (found: string) => ({
      message: `\`${found}\` is no kind of scheme.`,
      suggestion: findNearest(found, schemeNames),
    }),
  },
  'sent-in': {
    note: carriedRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not say where a credential travels.`,
      suggestion,
    }),
  },
  'carrier-name': {
    note: `${carriedRule} Names of headers and cookies have no spaces and marks (RFC 9110, RFC 6265).`,
    says: (where: string, found: string) => `\`${found}\` cannot be the name of a ${where}.`,
  },
  'authorization-word': {
    note: 'In the header Authorization a word stands before the credential (RFC 9110, 11.4).',
    says: (suggestion: string) => ({ message: 'The word before the credential is missing.', suggestion }),
  },
  'only-authorization': {
    note: carriedRule,
    says: (header: string) =>
      `A word before the credential stands in the header Authorization only, not in \`${header}\`.`,
  },
  'wrong-carrier': {
    note: 'A scheme carries its credentials where its standard says.',
    says: (kind: string, why: string, suggestion?: string) => ({
      message: `A scheme of kind \`${kind}\` cannot be carried here: ${why}.`,
      suggestion,
    }),
  },
  'duplicate-sent-in': {
    note: carriedRule,
    says: (found: string) => `\`${found}\` is named twice.`,
  },
  lifetime: {
    note: 'A Lifetime is a whole number and a unit: second, minute, hour, day or week.',
    says: (found: string, what: 'form' | 'number' | 'unit') => ({
      message:
        what === 'unit'
          ? `\`${found}\` is no unit of time.`
          : what === 'number'
            ? `\`${found}\` is no whole number from 1.`
            : `\`${found}\` is no length of time: write for example \`30 days\`.`,
      suggestion: what === 'unit' ? findNearest(found, durationWords) : undefined,
    }),
  },
  'scope-name': {
    note: 'A scope is a name of a lower-case letter or digit, then letters, digits, `_`, `-`, `.` and `:`; or `public`, or `authenticated`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a scope.`,
      suggestion,
    }),
  },
  'similar-to-keyword': {
    note: '`public` and `authenticated` are words of the language; a scope that is nearly one of them would be read wrongly.',
    says: (found: string, suggestion: string) => ({
      message: `\`${found}\` is nearly \`${suggestion}\`, but not the same.`,
      suggestion,
    }),
  },
  'empty-item': {
    note: 'Items of a cell are separated by one comma, or in Sent in one `;`, each.',
    says: (column: string) => `Something is missing in ${column} beside this mark.`,
  },
  where: {
    note: 'Where is one condition in a code span: CEL over the record and `caller`.',
    says: (found: string) => ({
      message: `\`${found}\` is no condition in a code span.`,
      suggestion: found === '' || found.includes('`') ? undefined : `\`${found}\``,
    }),
  },
  'attribute-name': {
    note: "An attribute's name is letters, digits and `_`, not beginning with a digit, so that `caller.name` can be written; `id` and `scopes` are always there.",
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of an attribute.`,
      suggestion,
    }),
  },
  'attribute-type': {
    note: 'An attribute is a string, integer, number, boolean or `one of …`, or a list of these.',
    says: (found: string) => `An attribute of callers cannot be of the type \`${found}\`.`,
  },
  'unknown-operation': {
    note: allowsRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no operation of this document.`,
      suggestion: findNearest(found, candidates),
    }),
  },
  'duplicate-grant': {
    severity: 'warning',
    note: allowsRule,
    says: (found: string) => `\`${found}\` is named twice in this row.`,
  },
  'nobody-allowed': {
    note: 'Where scopes are stated, an operation that no row of them allows is an error: nobody could ever call it.',
    says: (operation: string) => `No scope allows \`${operation}\`.`,
  },
  'reference-never-named': {
    severity: 'warning',
    note: 'A reference names a record that the caller may see. A create cannot succeed where a required reference leads to a resource that no caller has an operation on.',
    says: (operation: string, { name, resource }: { readonly name: string; readonly resource: string }) =>
      `\`${operation}\` can never succeed: it needs \`${name}\`, and no caller has an operation on \`${resource}\`. Allow \`read ${resource}\` to callers who create.`,
  },
  'where-for-public': {
    note: 'A row of `public` also applies to requests without a credential, so its Where cannot use `caller`. Write the condition in a row of `authenticated` or of a scope.',
    says: () => 'A Where of `public` cannot use `caller`.',
  },
  'where-without-record': {
    note: 'On operations without a record (`issue token`, `<verb> (handler)`) Where may use `caller` only.',
    says: (operation: string, why: string) =>
      `The condition does not fit \`${operation}\`, which has no record: ${why}`,
  },
  'no-token-operation': {
    severity: 'warning',
    note: 'Tokens of OAuth 2 are given by the operation `issue token`.',
    says: (kind: string) =>
      `Nobody can get a token of kind \`${kind}\`: the document has no operation \`issue token\`.`,
  },
  'scopes-without-scheme': {
    severity: 'warning',
    note: 'A scope is held by a credential of a scheme.',
    says: (scope: string) => `Nobody can hold the scope \`${scope}\`: the document states no scheme.`,
  },
});
