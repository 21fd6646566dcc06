import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { findNearest } from '../../../text/nearest.ts';

const statusRule =
  'A Response has a status from 200 to 399. Statuses 204 and 205 have no body. Error responses are rows of Errors.';
const responsesRule =
  'The service takes the first response whose `when` holds; only the last one has no `when`. A create by PUT has two responses without `when`: created, then repeated. A handler chooses its response by status.';

/** What is said of statuses, shapes, conditions and headers of responses that do not fit their operation. */
export const responses = defineDiagnostics('endpoints', {
  'response-of-standard': {
    note: 'A standard defines the bodies of `issue token`, `revoke token` and `stream events`, so their Request is empty and their Response is a status.',
    says: (name: string) => `The Response of \`${name}\` is not only a status.`,
  },
  'no-response': {
    severity: 'warning',
    note: 'A Response is a status and a shape, or a status alone.',
    says: (name: string) => `\`${name}\` has no Response, so it returns 204 without a body.`,
  },
  'status-range': {
    note: statusRule,
    says: (status: number, why: string) => `The status ${status} is not allowed here: ${why}.`,
  },
  'unusual-status': {
    severity: 'warning',
    note: statusRule,
    says: (status: number, form: string, usual: number) => ({
      message: `The status ${status} is unusual for \`${form}\`.`,
      suggestion: String(usual),
    }),
  },
  'body-of-empty': {
    note: statusRule,
    says: (status: number) => `A response with status ${status} has no body, so it has no shape.`,
  },
  'when-missing': {
    note: responsesRule,
    says: () => ({
      message: 'This response has no `when`, so the later responses are never returned.',
      help: 'add `when` and a condition',
    }),
  },
  'when-on-last': {
    note: responsesRule,
    says: () => ({
      message: 'The last response has a `when`, so there is no response if it does not hold.',
      help: 'remove the `when`, or add a response without one',
    }),
  },
  'put-responses': {
    note: responsesRule,
    says: (count: number) => `Expected two responses for a create by PUT, found ${count}.`,
  },
  'when-on-put': {
    note: responsesRule,
    says: () => ({ message: 'A response of a create by PUT has a `when`.', help: 'remove the `when`' }),
  },
  'header-role': {
    note: 'A header value is an expression in a code span, or for a list one of its built-in values, as in `header X-Total-Count total count`.',
    says: (role: string, operation: string, roles: readonly string[]) => ({
      message:
        roles.length === 0
          ? `\`${role}\` is not allowed in a header of \`${operation}\`, which is not a list.`
          : `\`${role}\` is not a built-in value of a list.`,
      suggestion: roles.length === 0 ? `\`${role}\`` : findNearest(role, roles),
    }),
  },
  'own-header': {
    note: 'The service derives headers such as ETag, Link, Retry-After, Deprecation and Content-Type from other cells.',
    says: (name: string) => `The service sets the header \`${name}\` itself.`,
  },
  'header-type': {
    note: 'A header value is a string, number, boolean, date or time.',
    says: (name: string) => `The value of the header \`${name}\` is not a single value.`,
  },
  'no-location': {
    note: '`header Location` is the URL of the record’s `read` operation.',
    says: (why: string) => `This Location has no URL: ${why}.`,
  },
  'cursor-without-parameter': {
    severity: 'warning',
    note: 'Clients pass `next cursor` to a parameter that maps to `cursor`.',
    says: () => ({
      message: 'This list returns a `next cursor`, but no parameter accepts it.',
      help: 'add a parameter that maps to `cursor`',
    }),
  },
  'page-without-parameter': {
    severity: 'warning',
    note: '`page number` is the value of a parameter that maps to `page number`.',
    says: () => 'This list has no parameter that maps to `page number`, so its `page number` is always null.',
  },
  'media-type': {
    note: 'A media type is `application/json` or a type that ends in `+json`. Requests may also be `application/x-www-form-urlencoded`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a JSON media type.`, suggestion }),
  },
});
