import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { listWords } from '../../../diagnostics/words.ts';
import { findNearest } from '../../../text/nearest.ts';
import { durationWords } from '../../../text/numbers/duration.ts';

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
  idle: {
    means: 'The Idle of a credential is not a duration that Nonet can read.',
    why: 'The service ends sessions by it, so a guess could keep one alive for too long.',
    note: 'Idle is a whole number and a unit: second, minute, hour, day or week.',
    says: (found: string, what: 'form' | 'number' | 'unit') => ({
      message:
        what === 'unit'
          ? `\`${found}\` is not a unit of time.`
          : `Expected a time such as \`30 minutes\`, found \`${found}\`.`,
      suggestion: what === 'unit' ? findNearest(found, durationWords) : undefined,
    }),
  },
  'idle-kind': {
    means: 'A scheme has an Idle, and its credentials do not end by inactivity.',
    why: 'A program may rest for as long as it likes, and of tokens of an issuer Nonet stores no uses.',
    note: 'Idle belongs to schemes of Kind `access token`.',
    says: (kind: string) => `Credentials of Kind \`${kind}\` have no Idle.`,
  },
  'idle-short': {
    means: 'Idle is shorter than five minutes.',
    why: 'Nonet stores uses by the minute. A shorter time would end sessions that are in use.',
    note: 'Idle is at least `5 minutes`.',
    says: () => ({ message: 'Idle is shorter than five minutes.', suggestion: '5 minutes' }),
  },
  'idle-long': {
    means: 'Idle is as long as the session, or longer.',
    why: 'The Lifetime ends each session before. If the scheme has refresh tokens, Refresh does.',
    note: 'Idle is shorter than Lifetime, or shorter than Refresh if it is stated.',
    says: (end: 'Lifetime' | 'Refresh' = 'Lifetime') => `The ${end} ends each session before this time.`,
  },
  refresh: {
    means: 'The Refresh of a scheme is not a duration that Nonet can read.',
    why: 'The service ends sessions by it, so a guess could keep one alive for too long.',
    note: 'Refresh is a whole number and a unit: second, minute, hour, day or week.',
    says: (found: string, what: 'form' | 'number' | 'unit') => ({
      message:
        what === 'unit'
          ? `\`${found}\` is not a unit of time.`
          : `Expected a time such as \`90 days\`, found \`${found}\`.`,
      suggestion: what === 'unit' ? findNearest(found, durationWords) : undefined,
    }),
  },
  'refresh-kind': {
    means: 'A scheme has a Refresh, and no operation issues its credentials to people.',
    why: 'A refresh token belongs to a session, which a log in begins. Other clients ask for a new token with their own secret.',
    note: 'Refresh belongs to schemes of Kind `access token`.',
    says: (kind: string) => `Credentials of Kind \`${kind}\` have no Refresh.`,
  },
  'refresh-short': {
    means: 'A session does not last longer than its credential.',
    why: 'A refresh replaces a credential that ends before its session.',
    note: 'The scheme has a Lifetime, and its Refresh is longer.',
    says: (hasLifetime: boolean) =>
      hasLifetime
        ? 'The Lifetime of the scheme is as long as this time.'
        : 'The scheme has no Lifetime, so nothing needs to be refreshed.',
  },
  'refresh-unused': {
    means: 'A scheme has a Refresh, and clients cannot use refresh tokens.',
    why: 'A session lasts that long only if a response shows a refresh token, and an operation takes it.',
    note: 'An operation `refresh X` takes the refresh token, and the Response of `log in X` or of a `create X` shows it.',
    says: (lacks: 'taken' | 'shown', name: string) => ({
      message:
        lacks === 'taken'
          ? 'No operation takes a refresh token.'
          : 'No operation shows a refresh token of a new session.',
      help:
        lacks === 'taken'
          ? `add the operation \`refresh ${name}\` with the Request \`{ refresh_token: refresh token }\``
          : `show it in the Response of \`log in ${name}\`: \`{ token: credential, refresh_token: refresh token }\``,
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
