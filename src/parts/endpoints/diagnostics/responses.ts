import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { findNearest } from '../../../text/nearest.ts';

const statusRule =
  'A Response has a status from 200 to 399; refusals are rows of Errors. Statuses 204 and 205 have no body.';
const responsesRule =
  'Several responses are tried in order, each but the last with `when`; those of a create by PUT have none: first created, second repeated. A handler chooses among its Responses by status.';

/** What is said of statuses, shapes, conditions and headers of responses that do not fit their operation. */
export const responses = defineDiagnostics('endpoints', {
  'response-of-standard': {
    note: 'Request and Response of `issue token`, `revoke token` and `stream events` stay empty but for the status: the standard gives their shapes.',
    says: (name: string) => `Only a status may stand in the Response of \`${name}\`.`,
  },
  'no-response': {
    severity: 'warning',
    note: 'A Response is a status and a shape, or a status alone.',
    says: (name: string) => `\`${name}\` states no Response: it answers 204 without a body.`,
  },
  'status-range': {
    note: statusRule,
    says: (status: number, why: string) => `The status ${status} cannot stand here: ${why}.`,
  },
  'unusual-status': {
    severity: 'warning',
    note: statusRule,
    says: (status: number, form: string, usual: number) => ({
      message: `${status} is unusual for \`${form}\`.`,
      suggestion: String(usual),
    }),
  },
  'body-of-empty': {
    note: statusRule,
    says: (status: number) => `An answer with status ${status} has no body, so no shape.`,
  },
  'when-missing': {
    note: responsesRule,
    says: () => 'This response has no `when`, so those behind it are never given.',
  },
  'when-on-last': {
    note: responsesRule,
    says: () => 'The last response has a `when`: where it does not hold nothing would answer.',
  },
  'put-responses': {
    note: responsesRule,
    says: (count: number) =>
      `A create by PUT has two responses, and ${count === 1 ? 'one stands' : `${count} stand`} here.`,
  },
  'when-on-put': { note: responsesRule, says: () => 'The responses of a create by PUT have no `when`.' },
  'header-role': {
    note: 'A header of a list may hold one of its roles in bare words: `header X-Total-Count total count`. Any other value is an expression in a code span.',
    says: (role: string, operation: string, roles: readonly string[]) => ({
      message:
        roles.length === 0
          ? `\`${role}\` is not a value of a header of \`${operation}\`, which is not a list.`
          : `\`${role}\` is not a role of a list.`,
      suggestion: roles.length === 0 ? `\`${role}\`` : findNearest(role, roles),
    }),
  },
  'own-header': {
    note: 'ETag, Link, Retry-After, Deprecation, content headers and the like follow from their own facts.',
    says: (name: string) => `The service sets the header \`${name}\` itself.`,
  },
  'header-type': {
    note: 'The value of a header is one text, number, boolean, date or moment.',
    says: (name: string) => `The value of the header \`${name}\` is not one value.`,
  },
  'no-location': {
    note: '`header Location` is the address of the record’s `read` operation.',
    says: (why: string) => `There is no address for this Location: ${why}.`,
  },
  'cursor-without-parameter': {
    severity: 'warning',
    note: '`next cursor` is what a parameter that maps to `cursor` is given to go on.',
    says: () => 'This list tells a `next cursor`, and no parameter takes one.',
  },
  'page-without-parameter': {
    severity: 'warning',
    note: '`page number` is the value of a parameter that maps to `page number`.',
    says: () => 'This list has no parameter that maps to `page number`, so its `page number` is always null.',
  },
  'media-type': {
    note: 'Requests and answers are JSON: `application/json` or a type that ends in `+json`; requests may be forms besides: `application/x-www-form-urlencoded`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no media type of JSON.`, suggestion }),
  },
});
