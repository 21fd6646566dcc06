import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { figureLocation, findBuiltInLocation } from '../../../shape/roles.ts';
import { findNearest } from '../../../text/nearest.ts';
import { errorRule } from './form.ts';

const statusRule =
  'A Response has a status from 200 to 399. Statuses 204 and 205 have no body. An error is a row of Errors, which a Response names as `error <code>`.';
const responsesRule =
  'The service takes the first response whose `when` holds; only the last one has no `when`. A create may end with one more, `when exists`, and a replace with `when new`. A create by PUT ends with two responses without `when`: created, then repeated. A handler chooses its response by status.';

/** The diagnostics of statuses, shapes, conditions and headers of responses that do not fit their operation. */
export const responses = defineDiagnostics('endpoints', {
  'response-of-standard': {
    means: 'An operation that a standard defines has a Request or a response shape of its own.',
    why: 'Client libraries for OAuth 2 and server-sent events expect exactly the bodies of their standard.',
    note: 'A standard defines the bodies of `issue token`, `revoke token` and `stream events`, so their Request is empty and their Response is a status.',
    says: (name: string) => `The Response of \`${name}\` is not only a status.`,
  },
  'no-response': {
    severity: 'warning',
    means: 'An operation has no Response, so the service returns 204 without a body.',
    why: 'Clients of the operation cannot see the result of the write; a stated 204 shows that this is intended.',
    note: 'A Response is a status and a shape, or a status alone.',
    says: (name: string) => `\`${name}\` has no Response, so it returns 204 without a body.`,
  },
  'file-response': {
    means: 'A Response is the content of a file, and its operation cannot return one.',
    why: 'Only a read finds one record, and returns its file in ranges and again only if it has changed.',
    note: 'The content of a file is the only Response of a `read`: 200 and the field, such as ``200 `Photo.image` ``. Elsewhere a file is a member, and shows its name, type and size.',
    says: (field: string, name: string) => `\`${name}\` cannot return the content of \`${field}\`.`,
  },
  'status-range': {
    means: 'A Response has an error status, or one that HTTP does not define.',
    why: 'Error responses are in the part Errors, where each has a code and a condition.',
    note: statusRule,
    says: (status: number, why: string) => `The status ${status} is not allowed here: ${why}.`,
  },
  'unusual-status': {
    severity: 'warning',
    means: 'A response has a status that this kind of operation rarely returns.',
    why: 'Client libraries expect the status that HTTP recommends, such as 201 for a create.',
    note: statusRule,
    says: (status: number, form: string, usual: number) => ({
      message: `The status ${status} is unusual for \`${form}\`.`,
      suggestion: String(usual),
    }),
  },
  'body-of-empty': {
    means: 'A response with status 204 or 205 has a shape, but HTTP sends no body with these statuses.',
    why: 'Clients would wait for a body that never arrives.',
    note: statusRule,
    says: (status: number) => `A response with status ${status} has no body, so it has no shape.`,
  },
  'when-missing': {
    means: 'A response that is not the last one has no condition.',
    why: 'The service returns the first response that applies, so it would never reach the later ones.',
    note: responsesRule,
    help: 'add `when` and a condition, or move it to the end',
    says: () => 'This response has no `when`, so the later responses are never returned.',
  },
  'unknown-code': {
    means: 'A Response names an error code that the document does not have.',
    why: 'Clients would receive an error that the document does not describe.',
    note: errorRule,
    says: (found: string, suggestion?: string) => ({ message: `Unknown error code \`${found}\`.`, suggestion }),
  },
  'error-without-when': {
    means: 'A response that is an error has no condition, or one that is not an expression.',
    why: 'The operation would keep what it wrote and return an error each time.',
    note: errorRule,
    help: 'add `when` and a condition; a Guard or a rule rejects a request without a change',
    says: (code: string) => `The response \`error ${code}\` has no \`when\` with an expression.`,
  },
  'when-on-last': {
    means: 'The last response has a condition.',
    why: 'If no condition holds, the service would have nothing to return.',
    note: responsesRule,
    says: (isError: boolean) => ({
      message: 'The last response has a `when`, so there is no response if it does not hold.',
      help: isError ? 'add a response without `when` after it' : 'remove the `when`, or add a response without one',
    }),
  },
  'put-responses': {
    means: 'A create by PUT does not have exactly two responses without `when`.',
    why: 'A PUT creates the record or replaces an existing one, and clients must be able to see which happened.',
    note: responsesRule,
    says: (count: number, suggestion?: string) => ({
      message: `Expected two responses without \`when\` for a create by PUT, found ${count}.`,
      suggestion,
    }),
  },
  'when-on-put': {
    means: 'A response of a create by PUT has `when exists`, or a condition after the response for a new record.',
    why: 'If no condition holds, the last two responses are chosen by whether the record existed.',
    note: responsesRule,
    says: (isLate: boolean) =>
      isLate
        ? {
            message: 'A response with a `when` comes after the one for a new record.',
            help: 'move it to the beginning',
          }
        : {
            message: 'A response of a create by PUT has `when exists` or `when new`.',
            help: 'remove the `when`',
          },
  },
  'exists-elsewhere': {
    means: 'A response of an operation that creates no record has the condition `exists`.',
    why: 'Only a create can meet an existing record in the place of the new one.',
    note: '`when exists` is the response of a `create` that finds a record with the same unique values.',
    help: 'remove the `when exists`, or write a condition in a code span',
    says: (name: string) => `\`${name}\` creates no record, so no response of it has \`when exists\`.`,
  },
  'exists-not-last': {
    means: 'The response of a create `when exists` is not the last one, or the only one.',
    why: 'A create needs a response for the new record; the one for an existing record comes after it.',
    note: responsesRule,
    says: (count: number) =>
      count === 1
        ? {
            message: 'There is no response for a new record.',
            help: 'write the response for a new record before this one, such as ``201 `Invoice`; ``',
          }
        : { message: 'A response comes after the one with `when exists`.', help: 'move it to the end' },
  },
  'exists-without-unique': {
    means: 'A create has a response `when exists`, but no unique constraint by which it could find a record.',
    why: 'The response would never be sent: two requests with the same values would create two records.',
    note: 'A create finds a record by a `unique` constraint or an identity whose values the request, the caller or a default gives. An Effect and `assigned` give no such values.',
    help: 'add `unique` or `unique with …` to a field',
    says: (resource: string) => `\`${resource}\` has no unique constraint by which a create finds a record.`,
  },
  'new-elsewhere': {
    means: 'A response of an operation that is not a `replace` has the condition `new`.',
    why: 'Only a replace by PUT names a record that does not exist yet, with all of its fields.',
    note: '`when new` is the response of a `replace` that creates the record of its path.',
    help: 'remove the `when new`, or write a condition in a code span',
    says: (name: string) => `\`${name}\` is not a \`replace\`, so no response of it has \`when new\`.`,
  },
  'new-not-last': {
    means: 'The response of a replace `when new` is not the last one, or the only one.',
    why: 'A replace needs a response for the replaced record; the one for a new record comes after it.',
    note: responsesRule,
    says: (count: number) =>
      count === 1
        ? {
            message: 'There is no response for a replaced record.',
            help: 'write the response for a replaced record before this one, such as ``200 `Invoice`; ``',
          }
        : { message: 'A response comes after the one with `when new`.', help: 'move it to the end' },
  },
  'new-address': {
    means: 'A replace has a response `when new`, but clients cannot choose the address of a new record.',
    why: 'The new record must have the values of the path. The service gives this field a value of its own.',
    note: 'The path of a replace with `when new` names the record by fields that a create may send, or that are `assigned from` the caller.',
    says: (why: string) => `This replace cannot create a record: ${why}.`,
  },
  'header-role': {
    means: 'A header has a bare word as its value that is not available in this response.',
    why: 'A bare word is a built-in value of lists, such as `total count`; a field must be in a code span.',
    note: 'A header value is an expression in a code span, or for a list one of its built-in values, as in `header X-Total-Count total count`.',
    says: (role: string, operation: string, roles: readonly string[]) => ({
      message:
        roles.length === 0
          ? `\`${role}\` is not allowed in a header of \`${operation}\`, which is not a list.`
          : findBuiltInLocation(role) === figureLocation
            ? `\`${role}\` is available in the body of a list, not in a header.`
            : `\`${role}\` is not a built-in value of a list.`,
      ...(role === '='
        ? { help: 'remove the `=`, and write the expression in a code span' }
        : { suggestion: roles.length === 0 ? `\`${role}\`` : findNearest(role, roles) }),
    }),
  },
  'own-header': {
    means: 'A response sets a header that the service sets from other parts of the document.',
    why: 'Two sources for one header could contradict each other.',
    note: 'The service derives headers such as ETag, Link, Retry-After, Deprecation and Content-Type from other cells.',
    says: (name: string) => `The service sets the header \`${name}\` itself.`,
  },
  'header-type': {
    means: 'The value of a header is a list, an object or a map.',
    why: 'A header holds one line of text, and there is no standard form for structured values.',
    note: 'A header value is a string, number, boolean, date or time.',
    says: (name: string) => `The value of the header \`${name}\` is not a single value.`,
  },
  'no-location': {
    means: 'A response sends `header Location`, but the resource has no `read` operation that the URL could point to.',
    why: 'Clients would receive a Location that they cannot follow.',
    note: '`header Location` is the URL of the record’s `read` operation.',
    says: (why: string) => `This Location has no URL: ${why}.`,
  },
  'cursor-without-parameter': {
    severity: 'warning',
    means: 'A list returns a cursor for the next page, but no parameter accepts it.',
    why: 'Clients could read the cursor but never fetch the next page.',
    note: 'Clients pass `next cursor` to a parameter that maps to `cursor`.',
    help: 'add a parameter that maps to `cursor`',
    says: () => 'This list returns a `next cursor`, but no parameter accepts it.',
  },
  'page-without-parameter': {
    severity: 'warning',
    means: 'A response shows the page number, but clients have no parameter to choose a page.',
    why: 'The value would be null in every response.',
    note: '`page number` is the value of a parameter that maps to `page number`.',
    says: () => 'This list has no parameter that maps to `page number`, so its `page number` is always null.',
  },
  'media-type': {
    means: 'A media type of requests or responses is not a JSON type.',
    why: 'Nonet reads and writes JSON, and forms in requests; it cannot produce other formats.',
    note: 'A media type is `application/json` or a type that ends in `+json`. Requests may also be `application/x-www-form-urlencoded`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a JSON media type.`, suggestion }),
  },
});
