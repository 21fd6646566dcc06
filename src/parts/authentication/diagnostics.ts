import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { durationWords } from '../../text/duration.ts';
import { findNearest } from '../../text/nearest.ts';
import { schemeNames } from './schemes/index.ts';

const carriedRule =
  'Sent in is `header X-Api-Key`, `header Authorization: <word>`, `query key` or `cookie session`; `;` separates several.';
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
    note: `A scheme is of Kind ${schemeNames.map((name) => `\`${name}\``).join(', ')}.`,
    says: (found: string) => ({
      message: `Unknown kind of scheme \`${found}\`.`,
      suggestion: findNearest(found, schemeNames),
    }),
  },
  'sent-in': {
    note: carriedRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a location for a credential.`,
      suggestion,
    }),
  },
  'carrier-name': {
    note: `${carriedRule} Names of headers and cookies have no spaces or separators (RFC 9110, RFC 6265).`,
    says: (where: string, found: string) => `\`${found}\` cannot be the name of a ${where}.`,
  },
  'authorization-word': {
    note: 'In the Authorization header, an authentication scheme such as `Bearer` precedes the credential (RFC 9110, 11.4).',
    says: (suggestion: string) => ({
      message: 'The Authorization header has no word before the credential.',
      suggestion,
    }),
  },
  'only-authorization': {
    note: carriedRule,
    says: (header: string) =>
      `The header \`${header}\` cannot have a word before the credential: only \`Authorization\` can.`,
  },
  'wrong-carrier': {
    note: 'Clients send the credentials of a scheme where its standard says.',
    says: (kind: string, why: string, suggestion?: string) => ({
      message: `A credential of kind \`${kind}\` cannot be sent here: ${why}.`,
      suggestion,
    }),
  },
  'duplicate-sent-in': {
    note: carriedRule,
    says: (found: string) => `\`${found}\` is listed twice.`,
  },
  lifetime: {
    note: 'A Lifetime is a whole number and a unit: second, minute, hour, day or week.',
    says: (found: string, what: 'form' | 'number' | 'unit') => ({
      message:
        what === 'unit'
          ? `\`${found}\` is not a unit of time.`
          : what === 'number'
            ? `\`${found}\` is not a whole number of at least 1.`
            : `\`${found}\` is not a duration.`,
      ...(what === 'form' ? { help: 'write for example `30 days`' } : {}),
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
    note: 'The name of a scope differs clearly from the keywords `public` and `authenticated`.',
    says: (found: string, suggestion: string) => ({
      message: `\`${found}\` is too similar to the keyword \`${suggestion}\`.`,
      suggestion,
    }),
  },
  'empty-item': {
    note: 'One comma separates the items of a cell, or one `;` in Sent in.',
    says: (column: string) => `${column} is missing an item beside this separator.`,
  },
  where: {
    note: 'Where is one condition in a code span: CEL over the record and `caller`.',
    says: (found: string) => ({
      message: `\`${found}\` is not a condition in a code span.`,
      suggestion: found === '' || found.includes('`') ? undefined : `\`${found}\``,
    }),
  },
  'attribute-name': {
    note: "An attribute's name is letters, digits and `_`, not beginning with a digit, as in `caller.name`; `id` and `scopes` are built in.",
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of an attribute.`,
      suggestion,
    }),
  },
  'attribute-type': {
    note: 'An attribute is a string, integer, number, boolean or `one of …`, or a list of these.',
    says: (found: string) => `An attribute of the caller cannot have the type \`${found}\`.`,
  },
  'unknown-operation': {
    note: allowsRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is not an operation of this document.`,
      suggestion: findNearest(found, candidates),
    }),
  },
  'duplicate-grant': {
    severity: 'warning',
    note: allowsRule,
    says: (found: string) => `\`${found}\` is listed twice in this row.`,
  },
  'nobody-allowed': {
    note: 'If a document has scopes, each operation is allowed by at least one of them.',
    says: (operation: string) => `No scope allows \`${operation}\`.`,
  },
  'reference-never-named': {
    severity: 'warning',
    note: 'A reference must point to a record that the caller can see.',
    says: (operation: string, { name, resource }: { readonly name: string; readonly resource: string }) => ({
      message: `\`${operation}\` never succeeds: it requires \`${name}\`, and no caller has an operation on \`${resource}\`.`,
      help: `allow \`read ${resource}\` for the callers that create`,
    }),
  },
  'where-for-public': {
    note: 'A row of `public` also applies to requests without a credential, which have no `caller`.',
    says: () => ({
      message: 'The Where of `public` uses `caller`.',
      help: 'move the condition to a row of `authenticated` or of a scope',
    }),
  },
  'where-without-record': {
    note: 'For an operation without a record (`issue token`, `<verb> (handler)`), Where uses only `caller`.',
    says: (operation: string, why: string) =>
      `The condition does not fit \`${operation}\`, which has no record: ${why}`,
  },
  'no-token-operation': {
    severity: 'warning',
    note: 'The operation `issue token` issues OAuth 2 tokens.',
    says: (kind: string) =>
      `Clients cannot get a token of kind \`${kind}\`: the document has no operation \`issue token\`.`,
  },
  'scopes-without-scheme': {
    severity: 'warning',
    note: 'A credential of a scheme grants a scope.',
    says: (scope: string) => `No client can have the scope \`${scope}\`: the document has no scheme.`,
  },
});
