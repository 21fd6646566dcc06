import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/location.ts';

/** The diagnostics of resources whose records are accounts at issuers. */
export const accounts = defineDiagnostics('resources', {
  'account-of': {
    means: 'The records of a resource cannot be accounts at issuers.',
    why: 'A sign in finds the person by the issuer and what that calls the person. Nothing else gives the record values.',
    note: 'The line `Account of` names the resource whose records sign in. The resource has a field `ref X` with `assigned from caller.id; on delete cascade`, fields `assigned from sign_in.issuer` and `assigned from sign_in.subject` that are unique together, if people have passkeys an `internal` field `assigned from sign_in.public_key`, an `assigned` identity, and no `required` field.',
    says: (resource: string, why: string, suggestion?: string) => ({
      message: `The records of \`${resource}\` cannot be accounts at issuers: ${why}.`,
      suggestion,
    }),
  },
  'second-accounts': {
    means: 'Two resources have the line `Account of`.',
    why: 'A sign in finds one account.',
    note: 'One resource has the line `Account of`.',
    says: (resource: string, first: string, span: Span) => ({
      message: `The records of \`${resource}\` cannot be accounts at issuers: those of \`${first}\` are.`,
      also: [{ span, label: 'the first one' }],
    }),
  },
  'account-created': {
    means: 'Something other than a sign in creates an account at an issuer.',
    why: 'Only the issuer knows whose account it is. An account that somebody else creates would let a stranger in.',
    note: '`sign in X` creates accounts.',
    says: (operation: string, resource: string) =>
      `${operation === 'An Effect' ? operation : `\`${operation}\``} creates records of \`${resource}\`, which only a sign in does.`,
  },
  'unknown-account-value': {
    means: '`assigned from` names a value that a sign in does not have.',
    why: 'The field would never have a value.',
    note: '`assigned from` takes `sign_in.issuer`, `sign_in.subject`, `sign_in.email`, `sign_in.name` or `sign_in.public_key`.',
    says: (found: string, suggestion?: string) => ({ message: `A sign in has no value \`${found}\`.`, suggestion }),
  },
  'account-value-elsewhere': {
    means: 'A field is `assigned from` a sign in, and its resource is not the one of accounts.',
    why: 'The value is known at the sign in only, which creates an account.',
    note: '`assigned from sign_in.…` belongs to the resource with the line `Account of`. The line `Creates` of `sign in X` gives values to a new record of X.',
    says: (value: string, resource: string) =>
      `\`${value}\` is a value of accounts, and \`${resource}\` has no line \`Account of\`.`,
  },
  'account-value-type': {
    means: 'A field has another type than the value of the sign in that it is assigned from.',
    why: 'The service stores the value without converting it.',
    note: '`sign_in.issuer` is `one of` the names of the issuers, `sign_in.email` is an `email`, and the other values are a `string`.',
    says: (value: string, found: string, due: string) => `\`${value}\` is ${due}, but this field is ${found}.`,
  },
  'account-value-limited': {
    means: 'A constraint limits a value that the issuer chooses.',
    why: 'Some people could not sign in.',
    note: 'A field with `assigned from sign_in.subject` may have a maximum of at least 255 characters. One with `assigned from sign_in.public_key` may have one of at least 2500. One with `assigned from sign_in.name` may have a maximum length: a longer text is cut.',
    says: (value: string) => `Some values of \`${value}\` break this constraint, and their sign in would fail.`,
  },
});
