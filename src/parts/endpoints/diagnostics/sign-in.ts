import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';

/** The diagnostics of operations that sign people in with an issuer. */
export const signIn = defineDiagnostics('endpoints', {
  'sign-in-accounts': {
    means: 'People sign in with an issuer, and nothing stores their accounts there.',
    why: 'The issuer calls a person by a name of its own. The account says which record that is.',
    note: 'A document with `sign in X` has a resource with the line `Account of: X`.',
    says: (operation: string, resource: string) => ({
      message: `\`${operation}\` needs a resource with the line \`Account of: ${resource}\`, and there is none.`,
      help: `add a resource \`Account\` with the line \`- Account of: ${resource}\``,
    }),
  },
  'sign-in-alone': {
    means: 'A sign in is started and never ended, or ended and never started.',
    why: 'The first operation says where the issuer is. The second one takes what the issuer gives to the person.',
    note: 'A document has `start sign in X` and `sign in X`, and both with the line `Record`, or both without it.',
    says: (operation: string, other: string, links: boolean) => ({
      message: `\`${operation}\` needs \`${other}\`${links ? ' with the line `Record`' : ' without the line `Record`'}, and there is none.`,
      help: `add an operation \`${other}\`${links ? ' with the line `- Record: caller.id`' : ''}`,
    }),
  },
  'passkey-unregistered': {
    means: 'People sign in with passkeys, and no operation registers one.',
    why: 'Only a person who is logged in registers a passkey. Without such operations, no person has one.',
    note: 'A document whose issuers include `passkey` has `start sign in X` and `sign in X` with the line `Record: caller.id` too.',
    says: (operation: string, resource: string) => ({
      message: `\`${operation}\` takes passkeys, and no operation registers one.`,
      help: `add \`start sign in ${resource}\` and \`sign in ${resource}\` under other names and paths, both with the line \`- Record: caller.id\``,
    }),
  },
  'sign-in-body': {
    means: 'A sign in states a body that it has already.',
    why: 'OpenID Connect and WebAuthn say what is sent and comes back.',
    note: 'The Request of `start sign in X` and `sign in X` is empty, and so is the Response of `start sign in X`.',
    says: (operation: string, column: 'Request' | 'Response') => ({
      message: `\`${operation}\` has a ${column} already.`,
      help: `leave the cell ${column} empty`,
    }),
  },
  'creates-elsewhere': {
    means: 'The line Creates is below an operation that creates no record from an account.',
    why: 'The line would have no effect.',
    note: 'The line Creates belongs to `sign in X` without the line Record. Passkeys create no record: they are registered for one.',
    says: (operation: string) => `\`${operation}\` creates no record from an account, so it has no line Creates.`,
  },
  'creates-field': {
    means: 'The line Creates lists a field that no claim of an issuer can fill.',
    why: 'A new record gets the claims of the issuer in the fields of their names.',
    note: 'Creates lists fields of type `string` that have the name of a claim, such as `name` or `picture`. A field of format `email` has the address, whatever its name.',
    says: (field: string, why: string, suggestion?: string) => ({
      message: `A sign in cannot give \`${field}\` a value: ${why}.`,
      suggestion,
    }),
  },
  'creates-incomplete': {
    means: 'A sign in cannot create a record, because a required field gets no value.',
    why: 'The password, for instance, is not known to the issuer.',
    note: 'With the line Creates, each `required` field is listed in it. The others are optional: a record without a password signs in by its account.',
    says: (field: string, resource: string) => ({
      message: `A sign in creates no \`${resource}\` without \`${field}\`, which is \`required\`.`,
      help: `list \`${field}\` in Creates, or leave out \`required\``,
    }),
  },
});
