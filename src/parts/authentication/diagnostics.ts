import { type Diagnostic, defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { listWords, sayUnknown } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import { findNearest } from '../../text/nearest.ts';
import { durationWords } from '../../text/numbers/duration.ts';
import { sessionDiagnostics } from './diagnostics/sessions.ts';
import { tenantDiagnostics } from './diagnostics/tenant.ts';
import { schemeNames } from './schemes/index.ts';

const carriedRule =
  'Sent in is `header X-Api-Key`, `header Authorization: <word>`, `query key` or `cookie session`; `;` separates several.';
const allowsRule =
  'Allows names operations of the Operations table with commas between: `create Invoice`, `all Invoice`, `all`.';

const others = defineDiagnostics('authentication', {
  'scheme-name': {
    means: 'The name of a scheme has characters that are not allowed, or begins with one.',
    why: 'Commands, logs and the settings of a deployment refer to schemes by name, so names have one plain form.',
    note: 'A scheme has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a scheme.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    means: 'The Kind of a scheme is not one that Nonet implements.',
    why: 'The kind decides how the service verifies a credential, so it cannot be guessed.',
    note: `A scheme is of Kind ${listWords(schemeNames)}.`,
    says: sayUnknown('kind of scheme'),
  },
  'sent-in': {
    means: 'Sent in does not name a header, a query parameter or a cookie.',
    why: 'The service looks for the credential only where Sent in points, so an unclear cell would leave the scheme unusable.',
    note: carriedRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a location for a credential.`,
      suggestion,
    }),
  },
  'carrier-name': {
    means: 'The name of a header or cookie that carries a credential contains a character that HTTP does not allow.',
    why: 'No client can send a header or cookie of that name, so every request would be rejected as unauthenticated.',
    note: `${carriedRule} Names of headers and cookies have no spaces or separators (RFC 9110, RFC 6265).`,
    says: (where: string, found: string) => `\`${found}\` cannot be the name of a ${where}.`,
  },
  'authorization-word': {
    means: 'A credential in the Authorization header has no authentication scheme before it.',
    why: 'The word before a credential identifies its scheme, so a bare credential is not a valid Authorization header.',
    note: 'In the Authorization header, an authentication scheme such as `Bearer` precedes the credential (RFC 9110, 11.4).',
    says: (suggestion: string) => ({
      message: 'The Authorization header has no word before the credential.',
      suggestion,
    }),
  },
  'only-authorization': {
    means: 'A header other than Authorization has a word before the credential.',
    why: 'Only the Authorization header has this form in HTTP; clients send other headers with the bare credential.',
    note: carriedRule,
    says: (header: string) =>
      `The header \`${header}\` cannot have a word before the credential: only \`Authorization\` can.`,
  },
  'wrong-carrier': {
    means: 'A scheme sends its credential in a location that its standard does not define.',
    why: 'Client libraries send the credential where the standard says, so they could not authenticate.',
    note: 'Clients send the credentials of a scheme where its standard says.',
    says: (kind: string, why: string, suggestion?: string) => ({
      message: `A credential of kind \`${kind}\` cannot be sent here: ${why}.`,
      suggestion,
    }),
  },
  'duplicate-sent-in': {
    means: 'Sent in lists the same header, parameter or cookie twice. Header names are case-insensitive.',
    why: 'The second entry has no effect; usually another location was intended.',
    note: carriedRule,
    says: (found: string) => `\`${found}\` is listed twice.`,
  },
  lifetime: {
    means: 'The Lifetime of a credential is not a duration that Nonet can read.',
    why: 'The service calculates the expiry of tokens from it, so a guess could keep a credential valid for too long.',
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
    means: 'The name of a scope has characters that are not allowed, or begins with one.',
    why: 'Tokens list scopes separated by spaces, and settings refer to them, so names have one plain form.',
    note: 'A scope is a name of a letter or digit, then letters, digits, `_`, `-`, `.` and `:`; or `public`, or `authenticated`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a scope.`,
      suggestion,
    }),
  },
  'similar-to-keyword': {
    means: 'The name of a scope is almost `public` or `authenticated`.',
    why: 'A typing error here would turn a rule for everyone into a scope that no credential grants.',
    note: 'The name of a scope differs clearly from the keywords `public` and `authenticated`.',
    says: (found: string, keyword: string) => ({
      message: `\`${found}\` is too similar to the keyword \`${keyword}\`.`,
      help: `choose another name, or write \`${keyword}\` to open the row to everyone${keyword === 'public' ? '' : ' with a credential'}`,
    }),
  },
  where: {
    means: 'A Where cell is not exactly one code span.',
    why: 'Nonet runs the expression in the database; text outside the code span would be ignored and widen access.',
    note: 'Where is one condition in a code span: CEL over the record and `caller`. For rows over every tenant: `all tenants`, alone or with `and` and a condition.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a condition in a code span.`,
      suggestion: suggestion ?? (/^$|`|^all tenants\b/.test(found) ? undefined : `\`${found}\``),
    }),
  },
  'shared-subjects': {
    severity: 'warning',
    means: 'Callers of two schemes may have the same `caller.id`.',
    why: 'Each issuer chooses the `sub` of its tokens. Somebody who gets a chosen `sub` from one issuer would be the caller of that ID from another, or the record that logs in with that ID.',
    note: '`caller.id` is the `sub` of a token, the identity of a record that logs in, or the subject of a key. `caller.scheme` says which scheme the credential is of.',
    says: (first: string, second: string) => ({
      message: `\`caller.id\` of the schemes \`${first}\` and \`${second}\` may be equal for different callers.`,
      help: `compare the scheme too, such as \`caller.scheme == "${second}"\` in a Where`,
    }),
  },
  'attribute-name': {
    means: 'A row of the table Caller has a name that expressions cannot use, or that is built in.',
    why: 'Expressions read an attribute as `caller.<name>`, so the name must be an identifier that is not `id`, `scopes` or `scheme`.',
    note: "An attribute's name is letters, digits and `_`, not beginning with a digit, as in `caller.name`; `id`, `scopes` and `scheme` are built in.",
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of an attribute.`,
      suggestion,
    }),
  },
  'attribute-type': {
    means: 'An attribute of the caller has a type that a credential cannot hold.',
    why: 'Attributes travel in tokens and API keys, which hold single values and lists of them, not objects or maps.',
    note: 'The type of an attribute is `string`, `integer`, `number`, `boolean`, `one of …`, or a list of these.',
    says: (found: string) => `An attribute of the caller cannot have the type \`${found}\`.`,
  },
  'unknown-operation': {
    means: 'Allows names an operation that the document does not have.',
    why: 'The scope would allow less than its author intended, without any sign of it.',
    note: allowsRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not an operation of this document.`,
      ...suggestOperation(found, suggestion),
    }),
  },
  'nobody-allowed': {
    means: 'An operation has no row in the table of scopes that allows it.',
    why: 'The service denies everything that no scope allows, so each call of this operation would fail with `forbidden`.',
    note: 'If a document has scopes, each operation is allowed by at least one of them.',
    says: (operation: string) => `No scope allows \`${operation}\`.`,
  },
  'reference-never-named': {
    severity: 'warning',
    means:
      'Clients must send a reference to a resource, but no scope lets the same callers see records of that resource.',
    why: 'The service rejects references to records that a caller cannot see, so each of these requests fails.',
    note: 'A reference must point to a record that the caller can see.',
    says: (operation: string, { name, resource }: { readonly name: string; readonly resource: string }) => ({
      message: `\`${operation}\` never succeeds: it requires \`${name}\`, and no caller has an operation on \`${resource}\`.`,
      help: `allow \`read ${resource}\` for the callers of \`${operation}\``,
    }),
  },
  'where-for-public': {
    means: 'A condition for everyone reads `caller`, but requests without a credential have no caller.',
    why: 'The condition would fail for exactly the requests that the row exists for.',
    note: 'A row of `public` also applies to requests without a credential, which have no `caller`.',
    help: 'move the condition to a row of `authenticated` or of a scope',
    says: () => 'The Where of `public` uses `caller`.',
  },
  'where-without-record': {
    means: 'A condition reads fields of a record for an operation that has no record.',
    why: 'The condition could never be evaluated there.',
    note: 'For an operation without a record (`issue token`, `<verb> (handler)`, a GET that returns none), Where uses only `caller`.',
    says: (operation: string, why: string) =>
      `The condition does not fit \`${operation}\`, which has no record: ${why}`,
  },
  'constant-where': {
    severity: 'warning',
    means: 'A condition of a scope reads no field of the record, no attribute of the caller and no other record.',
    why: 'Such a condition is the same for every request: the row allows every record, or none.',
    note: 'Where compares fields of the record, the caller, the time or other records. Without a Where, a row allows every record.',
    help: 'leave Where empty if the row allows every record; else compare a field of the record with the caller or a value',
    says: (text: string) => `The Where \`${text}\` reads neither the record nor the caller.`,
  },
  'opens-every-record': {
    severity: 'warning',
    means: 'One side of an `or` in a condition reads the caller and no field of the record.',
    why: 'For callers of whom it holds, the rest of the condition does not matter: they may see every record, of all tenants.',
    note: 'A condition over the caller alone is in a row of its own, where readers see that it opens every record.',
    says: (side: string, row: string | undefined) => ({
      message: `\`${side}\` opens every record to the callers for whom it holds.`,
      label: 'reads no field of the record',
      help: `compare it with a field of the record; if it is meant, move it into a row of its own${row === undefined ? '' : `: ${row}`}`,
    }),
  },
  'unreached-resource': {
    severity: 'warning',
    means: 'A resource has no operation that a scope could allow, and nothing else in the document names it.',
    why: 'No caller can create, see or change a record of it; usually its operations are missing.',
    note: 'A scope reaches a resource by its operations, or other records refer to it.',
    says: (resource: string) => ({
      message: `No scope reaches \`${resource}\`: it has no operation, and nothing refers to it.`,
      help: `add its operations, such as \`list ${resource}\`, and allow them to a scope; or remove the resource`,
    }),
  },
  'never-permitted': {
    severity: 'warning',
    means:
      'An operation succeeds only for records that no scope allows: the row rules contradict each other or the states of its transition.',
    why: 'Every call of the operation fails with `forbidden` or `not found`.',
    note: 'If an operation changes a record, the record must fulfill a Where of its scopes before and after the change.',
    says: (operation: string, why: string, also: Diagnostic['also']) => ({
      message: `No caller may \`${operation}\`: ${why}.`,
      help: 'widen the Where, or give the operation a row of its own',
      also,
    }),
  },
  'unseen-records': {
    severity: 'warning',
    means: 'Some callers of an operation cannot read all records that its response lists.',
    why: 'For these callers the list is shorter or empty, and nothing says that other records exist.',
    note: 'A response lists records that refer to its record if the caller may read or list them; without such operations, if any operation of theirs allows the caller.',
    says: (operation: string, resource: string, audiences: readonly string[]) => ({
      message: `\`${operation}\` does not list every ${resource} for ${enumerate(
        audiences.map((audience) => `\`${audience}\``),
        'and',
      )}.`,
      help: `add \`read ${resource}\` or \`list ${resource}\`, and allow it`,
    }),
  },
  'unseen-reference': {
    severity: 'warning',
    means: 'Callers of an operation cannot read the record that its response shows in place of a reference.',
    why: 'These callers get the identity of the record alone, and the other fields of the shape are missing.',
    note: 'A response shows an embedded record if the caller may read or list it, else its identity. An expression shows a value to every caller.',
    says: (
      operation: string,
      { field, resource, inner }: { readonly field: string; readonly resource: string; readonly inner: string },
      audiences: readonly string[],
    ) => ({
      message: `\`${operation}\` shows ${enumerate(
        audiences.map((audience) => `\`${audience}\``),
        'and',
      )} only the identity of \`${field}\`.`,
      help: `allow \`read ${resource}\` or \`list ${resource}\`, or show a value by an expression such as \`by: = ${field}.${inner}\``,
    }),
  },
  'unread-events': {
    severity: 'warning',
    means: 'A delivery sends events of records to the subscriptions of callers who cannot read these records.',
    why: 'Row rules apply to requests. A subscription gets all events that its delivery selects.',
    note: 'A delivery to `each` subscription sends every event of every record, unless `where` in To compares the subscription with `event`.',
    says: (
      subscription: string,
      {
        event,
        resource,
        audiences,
        field,
      }: {
        readonly event: string;
        readonly resource: string;
        readonly audiences: readonly string[];
        readonly field: string | undefined;
      },
    ) => ({
      message: `Each \`${subscription}\` receives \`${event}\` of every \`${resource}\`, but ${enumerate(
        audiences.map((audience) => `\`${audience}\``),
        'and',
      )} may create one and read only some of them.`,
      help:
        field === undefined
          ? `add a condition to To that compares a field of \`${subscription}\` with \`event\``
          : `add a condition to To, such as \`\`where \`${field} == event.${field}\` \`\``,
    }),
  },
  'no-token-operation': {
    severity: 'warning',
    means: 'A scheme issues OAuth 2 tokens, but no operation issues them.',
    why: 'Without the operation, no client can obtain a credential of this scheme.',
    note: 'The operation `issue token` issues OAuth 2 tokens.',
    says: (kind: string) =>
      `Clients cannot get a token of kind \`${kind}\`: the document has no operation \`issue token\`.`,
  },
  'scopes-without-scheme': {
    severity: 'warning',
    means: 'The document has scopes but no scheme, so no credential can grant them.',
    why: 'Every operation that only such a scope allows is out of reach for all clients.',
    note: 'A credential of a scheme grants a scope.',
    says: (scope: string) => `No client can have the scope \`${scope}\`: the document has no scheme.`,
  },
});

/** Another operation is help in words, which no edit writes: it would grant what the row does not say. */
function suggestOperation(found: string, near: string | undefined): Pick<Diagnostic, 'suggestion' | 'help'> {
  if (near === undefined) return {};
  return found.replace(/ \([^)]*\)$/, '') === near ? { suggestion: near } : { help: `write \`${near}\`` };
}

/** The diagnostics of the part Authentication. */
export const diagnostics = { ...others, ...sessionDiagnostics, ...tenantDiagnostics };
