import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/location.ts';

/** The diagnostics of resources whose records are sessions. */
export const sessions = defineDiagnostics('resources', {
  'session-of': {
    means: 'The records of a resource cannot be sessions.',
    why: 'A log in creates a session for the record that logs in, and nothing else gives it values.',
    note: 'The line `Session of` names the resource whose records log in. The resource has a field `ref X` with `assigned from caller.id; on delete cascade`, an `assigned` identity, and no `required` field.',
    says: (resource: string, why: string, suggestion?: string) => ({
      message: `The records of \`${resource}\` cannot be sessions: ${why}.`,
      suggestion,
    }),
  },
  'second-sessions': {
    means: 'Two resources have the line `Session of`.',
    why: 'A log in creates one session.',
    note: 'One resource has the line `Session of`.',
    says: (resource: string, first: string, span: Span) => ({
      message: `The records of \`${resource}\` cannot be sessions: those of \`${first}\` are.`,
      also: [{ span, label: 'the first one' }],
    }),
  },
  'session-created': {
    means: 'Something other than a log in creates a session.',
    why: 'The session would have no credential.',
    note: '`log in X`, and a `create X` that shows `credential`, create sessions.',
    says: (operation: string, resource: string) =>
      `${operation === 'An Effect' ? operation : `\`${operation}\``} creates a \`${resource}\`, which only a log in does.`,
  },
  'session-attribute': {
    means: 'The table Caller states the attribute `session`, which callers have already.',
    why: '`caller.session` is the identity of the session whose credential was sent.',
    note: 'With the line `Session of`, callers have the attribute `session`.',
    says: (span: Span) => ({
      message: 'Callers have the attribute `session` already.',
      also: [{ span, label: 'by this line' }],
    }),
  },
  'unknown-session-value': {
    means: '`assigned from` names a value that a session does not have.',
    why: 'The field would never have a value.',
    note: '`assigned from` takes `session.expires_at`, `session.used_at` or `session.user_agent`.',
    says: (found: string, suggestion?: string) => ({ message: `A session has no value \`${found}\`.`, suggestion }),
  },
  'session-value-elsewhere': {
    means: 'A field is `assigned from` a session, and its resource is not the one of sessions.',
    why: 'The value is known at the log in only, which creates a session.',
    note: '`assigned from session.…` belongs to the resource with the line `Session of`.',
    says: (value: string, resource: string) =>
      `\`${value}\` is a value of sessions, and \`${resource}\` has no line \`Session of\`.`,
  },
  'session-value-type': {
    means: 'A field has another type than the value of the session that it is assigned from.',
    why: 'The service stores the value without converting it.',
    note: '`session.expires_at` and `session.used_at` are times. `session.user_agent` is a `string`.',
    says: (value: string, found: string, due: string) => `\`${value}\` is ${due}, but this field is ${found}.`,
  },
  'session-value-limited': {
    means: 'A constraint limits the text of `session.user_agent`, which clients choose freely.',
    why: 'A person could not log in from some programs.',
    note: 'A field with `assigned from session.user_agent` may have a maximum number of characters: a longer text is cut.',
    says: (value: string) => `Some texts of \`${value}\` break this constraint, and their log in would fail.`,
  },
});
