import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/location.ts';

const logInRule =
  'The Request of `log in X` has the field of type `password` of X, and fields that are together `unique`: `User(email, password)`.';

/** The diagnostics of operations that log in and log out, and of the credential in responses. */
export const sessions = defineDiagnostics('endpoints', {
  'log-in-request': {
    means: 'The Request of a log in does not say who logs in with which password.',
    why: 'Nonet finds the record by the fields of the Request, and compares the password with the stored hash.',
    note: logInRule,
    says: (operation: string, why: string) => `\`${operation}\` cannot find out who logs in: ${why}.`,
  },
  'log-in-silent': {
    means: 'A log in issues a credential that the client never receives.',
    why: 'The text of a credential is in one response only; Nonet stores its hash.',
    note: 'The response of a log in shows the built-in value `credential`, or the scheme is sent in a cookie.',
    says: (operation: string) => ({
      message: `\`${operation}\` issues a credential, and no response shows it.`,
      help: 'show it in the Response, such as `200 `{ token: credential }``, or send the scheme in a cookie',
    }),
  },
  'second-log-in': {
    means: 'Records of two resources log in.',
    why: '`caller.id` is the identity of the record that logged in. It would not say which of two resources the record is of.',
    note: 'All operations `log in`, `log out` and `refresh` are about one resource.',
    says: (operation: string, first: string, span: Span) => ({
      message: `\`${operation}\` is about another resource than \`${first}\`, whose records log in already.`,
      help: `let the records of \`${first}\` log in, and refer to them`,
      also: [{ span, label: 'the first log in' }],
    }),
  },
  'session-method': {
    means: 'An operation that begins, refreshes or ends a session has a method that is not for it.',
    why: 'Browsers send GET when a link is followed or a picture is loaded, and repeat PUT: other sites could log people in or out.',
    note: '`log in` and `refresh` have the method POST, `log out` POST or DELETE.',
    says: (operation: string, method: string) => ({
      message: `\`${operation}\` cannot have the method ${method}.`,
      suggestion: 'POST',
    }),
  },
  'session-record': {
    means: 'An operation that begins, refreshes or ends a session names a record in its path, or in the line Record.',
    why: 'The Request says who logs in, and the credential who logs out. A record of the path could be another one.',
    note: 'The path of `log in`, `log out` and `refresh` has no placeholder, and they have no line Record.',
    says: (operation: string) => ({
      message: `\`${operation}\` names no record.`,
      help: 'use a path such as `/sessions`',
    }),
  },
  'no-credential-to-show': {
    means: 'A response shows the credential of the caller, and some callers have none.',
    why: 'The value is the credential that the operation issues, else the one of the request. Nonet never invents one.',
    note: '`credential` is in responses of `log in X` and `create X`, and of operations that need a credential.',
    says: (operation: string, logIn?: string) => ({
      message: `\`${operation}\` shows \`credential\`, but requests without a credential may call it.`,
      help:
        logIn === undefined
          ? 'let only callers with a credential call it, or make the member optional: `token?: credential`'
          : `add an operation \`${logIn}\`: without it, a new record gets no credential`,
    }),
  },
  'credential-ended': {
    means: 'A log out shows the credential that it has ended.',
    why: 'The client could use it for nothing any more.',
    note: 'A response of `log out X` is a status, or shows the record that logged out.',
    says: (operation: string) => `\`${operation}\` shows \`credential\`, which it has ended.`,
  },
  'credential-kept': {
    means: 'A response with a credential, or with its cookie, would be stored for an idempotency key.',
    why: 'Nonet stores hashes of credentials only, so that a copy of the database is of no use to log in.',
    note: 'A `log in`, a `refresh`, or an operation whose response shows `credential` or `refresh token`, has no row of Idempotency.',
    says: (operation: string) => `The response of \`${operation}\` has a credential, and Idempotency would store it.`,
  },
  'token-kept': {
    means: 'A response with a token would be stored for an idempotency key.',
    why: 'Nonet stores hashes of tokens only, so that a copy of the database is of no use to a thief.',
    note: 'An operation whose response shows a field of type `token` has no row of Idempotency.',
    says: (operation: string, field: string) =>
      `The response of \`${operation}\` shows the token \`${field}\`, and Idempotency would store it.`,
  },
  'refresh-request': {
    means: 'The Request of a refresh does not send one refresh token.',
    why: 'Nonet finds the session by the token alone.',
    note: 'The Request of `refresh X` has one member `refresh token`, and no other but constants: `{ refresh_token: refresh token }`.',
    says: (operation: string, why: string) => `\`${operation}\` cannot find the session: ${why}.`,
  },
  'refresh-silent': {
    means: 'A refresh replaces tokens that the client never receives.',
    why: 'Each refresh token is used once, so a client without the next one is logged out.',
    note: 'The Response of `refresh X` shows `credential`, unless the scheme is sent in a cookie, and `refresh token`.',
    says: (operation: string, lacks: string) => ({
      message: `\`${operation}\` shows no \`${lacks}\`.`,
      help: 'show both in the Response, such as `200 `{ token: credential, refresh_token: refresh token }``',
    }),
  },
  'refresh-closed': {
    means: 'A refresh needs a credential.',
    why: 'The credential of the session has ended by then. The refresh token says who calls.',
    note: 'A row of `public` in Scopes allows `refresh X`.',
    says: (operation: string) => ({
      message: `Requests without a credential cannot call \`${operation}\`.`,
      help: `allow it in a row of Scopes: \`| public | ${operation} | |\``,
    }),
  },
  'refresh-token-elsewhere': {
    means: 'A response shows a refresh token, and its operation does not begin or refresh a session.',
    why: 'Nonet stores a hash of the token. It can show a token only when it issues one.',
    note: '`refresh token` is in responses of `log in X`, of `sign in X`, of a `create X` or a new record of `replace X` that logs in, and of `refresh X`.',
    says: (operation: string) => `\`${operation}\` does not issue a refresh token.`,
  },
  'no-refresh': {
    means: 'An operation takes or shows refresh tokens, and their scheme does not say how long sessions last.',
    why: 'A session that can be refreshed needs an end.',
    note: 'The column Refresh of Schemes states how long a session lasts, as `90 days`.',
    says: (operation: string, scheme: string) => ({
      message: `\`${operation}\` needs the column Refresh of the scheme \`${scheme}\`.`,
      help: 'add the column, such as `90 days`, and a Lifetime such as `15 minutes`',
    }),
  },
  'ends-elsewhere': {
    means: 'The line Ends is below an operation that ends no session.',
    why: 'The line would have no effect.',
    note: 'The line Ends belongs to `log out X`.',
    says: (operation: string) => `\`${operation}\` ends no session, so it has no line Ends.`,
  },
  'present-password': {
    means: 'The line Present password cannot add its member to the Request.',
    why: 'Nonet compares the member with the stored hash of the record before it changes the record.',
    note: 'Present password names a new member of the Request of an update, a replace or a transition: `current`, or `user.current` in an object `user`.',
    says: (operation: string, why: string) => `\`${operation}\` cannot compare the present password: ${why}.`,
  },
  'present-password-repeated': {
    means: 'A request that sends the present password may be repeated with an idempotency key.',
    why: 'The first request may have changed the password: the repeated one would no longer send the present one.',
    note: 'An operation with the line Present password has no row of Idempotency.',
    says: (operation: string) => `Idempotency names \`${operation}\`, which compares the present password.`,
  },
  'guessing-unlimited': {
    severity: 'warning',
    means: 'Nothing limits how often passwords may be guessed.',
    why: 'Most passwords are safe only if a client cannot try millions of them.',
    note: 'A row of Limits of Kind rate applies to each `log in`, best Per ip, and to each operation with the line Present password. Per `credential` counts no request without one.',
    says: (operation: string, per: 'ip' | 'credential' = 'ip') => ({
      message: `No rate limit applies to \`${operation}\`.`,
      help: `add a row to Limits, such as \`| guessing | rate | ${operation} | ${per} | 20 per minute | |\``,
    }),
  },
});
