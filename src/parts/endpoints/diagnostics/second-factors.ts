import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';

/** The diagnostics of operations that take a code of a second factor. */
export const secondFactors = defineDiagnostics('endpoints', {
  'present-code': {
    means: 'The line Present code cannot add its member to the Request.',
    why: 'Nonet compares the member with second factors: of the person who logs in or whose record is changed, or with the factor itself.',
    note: 'Present code names a new member of the Request of `log in X`, of an update, a replace or a transition of X, or of an update or a transition of the resource with the line `Second factor of: X` and a field of type `totp`.',
    says: (operation: string, why: string) => `\`${operation}\` cannot compare a code: ${why}.`,
  },
  'present-code-repeated': {
    means: 'A request that sends a code may be repeated with an idempotency key.',
    why: 'A code is accepted once: the repeated request would send one that is used up.',
    note: 'An operation with the line Present code has no row of Idempotency.',
    says: (operation: string) => `Idempotency names \`${operation}\`, which compares a code.`,
  },
  'second-factor-unasked': {
    means: 'People have second factors, and a log in does not ask for their codes.',
    why: 'A person who knows the password would log in by this operation, without a code.',
    note: 'Each `log in X` has the line `Present code` if a resource has the line `Second factor of: X`.',
    says: (operation: string, factor: string) => ({
      message: `\`${operation}\` takes no code, although the records of \`${factor}\` are second factors.`,
      help: `add the line \`- Present code: code\` below the heading \`### ${operation}\``,
    }),
  },
});
