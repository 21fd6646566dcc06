import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, sayUnknown, toCodeSpan } from '../../../diagnostics/words.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { findNearest } from '../../../text/nearest.ts';
import { durationWords } from '../../../text/numbers/duration.ts';
import { notForCode } from '../words.ts';

const operationRule =
  'An Operation is `create X`, `read X`, `list X`, `update X`, `replace X`, `delete X`, `<transition> X`, `log in X`, `log out X`, `issue token`, `revoke token`, `stream events`, `list events`, `read event`, `<verb> X (handler)` or `<verb> (handler)`. ` as <name>` sets its name.';
const pathRule =
  'A Path begins with `/`. Each segment is fixed text or one placeholder such as `{id}` or `{customer.email}`.';
/** How a response that is an error is written. */
export const errorRule =
  '``error card_declined when `…` `` returns the error of a row of Errors and keeps what the operation wrote. It has a code and a condition.';
const responseRule =
  'A Response is a status, then optionally a shape, headers, and `when` with a condition, `exists` or `new`; or `error`, a code and `when` with a condition. Shapes, header values and conditions are written in code spans. Several responses are separated by `;`.';
const parameterRule = 'A Parameter is the name of a query parameter, or `header X-Name`.';
const meansRule =
  'Maps to is `filter <field> <op>` such as `filter status =`, `where <CEL>`, `search a, b`, `sort a, b`, `page size`, `cursor`, `offset`, `page number`, `after id`, `before id`, `total`, `expand a, b`, `fields` or `input <type>`.';
const idempotencyRule =
  'An Idempotency row names operations, a Key such as `header Idempotency-Key`, how long a key is kept, and `allowed` or `refused` for requests without one.';
const preconditionRule =
  'A Preconditions row names operations, `header If-Match` or `header If-None-Match`, and `allowed` or `refused` for requests without it.';

const units: Readonly<Record<string, string>> = { s: 'seconds', min: 'minutes', h: 'hours', d: 'days', w: 'weeks' };

/** Proposes the duration that a text may mean. */
export function suggestDuration(found: string): string | undefined {
  const joined = /^([1-9][0-9]*)(s|min|h|d|w)$/.exec(found);
  return joined === null ? findNearest(found, durationWords) : `${joined[1]} ${units[joined[2]!]}`;
}

/** The diagnostics of cells and fact lines of Endpoints without the form of the language. */
export const forms = defineDiagnostics('endpoints', {
  'operation-form': {
    means: 'An Operation cell does not have one of the forms of operations.',
    why: 'The verb and the resource decide what the endpoint does, so an unclear cell cannot be served.',
    note: operationRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not an operation.`, suggestion }),
  },
  'operation-list': {
    means: 'An Operation cell with commas is not a list of verbs and their resource.',
    why: 'Each item becomes an operation of its own, so it must be clear what each of them does.',
    note: 'A row of several operations is `create, list, read Note`: verbs, and one resource at the end. Handlers, names after `as` and operations without a resource have rows of their own.',
    says: (found: string) => `\`${found}\` is not allowed in a list of operations.`,
  },
  'reserved-verb': {
    means: 'A handler has the verb of a built-in operation.',
    why: 'The service could not decide between its own implementation and the handler.',
    note: `The verb of a handler must not be ${enumerate([...notForCode].map(quoteSource), 'or')}.`,
    says: (verb: string) => `The verb \`${verb}\` is reserved and cannot be the verb of a handler.`,
  },
  'name-form': {
    means: 'The name after ` as ` has characters that are not allowed in an operation name.',
    why: 'Scopes, handlers and limits refer to operations by name, so names have one plain form.',
    note: 'An operation name begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A name is missing after `as`.' : `\`${found}\` is not a valid name of an operation.`,
      suggestion,
    }),
  },
  'reserved-name': {
    means: 'The name of an operation is a word with a meaning elsewhere in the language.',
    why: 'Scopes use `all`, and handlers use `before`, `after` and `computed` as keys.',
    note: 'An operation must not be called `all`, `any`, `before`, `after` or `computed`.',
    says: (name: string) => `The operation name \`${name}\` is reserved.`,
  },
  'unknown-method': {
    means: 'The Method is not a method that an operation can have.',
    why: 'The router compares methods exactly, so a misspelled one would never match.',
    note: 'Method is `GET`, `POST`, `PUT`, `PATCH` or `DELETE`. The service handles `HEAD` and `OPTIONS` itself.',
    says: sayUnknown('method'),
  },
  'method-needed': {
    means: 'The Method of an operation is empty, and its verb does not imply one.',
    why: 'A handler can read or write, so Nonet cannot derive the method from its name.',
    note: 'Method is optional if the verb implies one, such as POST for `create` and GET for `read`. A handler needs a Method.',
    help: 'write GET, POST, PUT, PATCH or DELETE in the column Method',
    says: (name: string) => `The operation \`${name}\` has no Method.`,
  },
  'path-needed': {
    means: 'An operation has no Path, and it is not a transition that handlers or effects call.',
    why: 'Without a path, no client can call the operation.',
    note: 'An operation needs a Path, unless it is a transition with the Trigger `handler`, or one that an Effect of another record runs.',
    help: 'write a value in the column Path',
    says: (name: string) => `The operation \`${name}\` has no Path.`,
  },
  'called-only': {
    means: 'A transition that only handlers call has a cell that describes an HTTP endpoint.',
    why: 'Without a Path there is no endpoint, so a method, a response or a name would have no effect.',
    note: 'A row without a Path has only a Request: the input that handlers pass to the transition.',
    says: (name: string, what: string) => `\`${name}\` has no Path, so ${what} is not allowed.`,
  },
  'path-start': {
    means: 'A Path does not begin with `/`.',
    why: 'Every path is relative to the base URL, and the slash makes this explicit.',
    note: pathRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` does not begin with \`/\`.`, suggestion }),
  },
  'path-base': {
    means: 'A Path begins with the base URL.',
    why: 'The base URL depends on the deployment, so the document states it once, in the line Base URL.',
    note: 'The line `Base URL` holds the base URL, not a Path.',
    says: (suggestion: string) => ({ message: '`{base_url}` is not allowed in a Path.', suggestion }),
  },
  'path-character': {
    means: 'A Path contains a character that a URL path cannot contain.',
    why: 'Clients would send an encoded form that the router does not expect.',
    note: 'A Path has no query and no fragment. Characters that are not allowed in a URL path are percent-encoded.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not allowed in a Path.`, suggestion }),
  },
  'path-segment': {
    means: 'A segment of a Path mixes fixed text and a placeholder.',
    why: 'The router compares whole segments, so the value inside a mixed segment would be ambiguous.',
    note: pathRule,
    says: (found: string) => `The segment \`${found}\` is not fixed text or one placeholder.`,
  },
  'path-empty-segment': {
    means: 'A Path has two slashes in a row, or ends with a slash.',
    why: 'Proxies and clients often merge slashes, so a request could reach a different path.',
    note: pathRule,
    says: () => 'This Path has an empty segment.',
  },
  'placeholder-form': {
    means: 'The text in the braces of a placeholder is not a field.',
    why: 'The service finds the record by this field, so it must know which one.',
    note: 'A placeholder is a field, or a `ref` field and a field of its resource: `{id}`, `{customer}`, `{customer.email}`.',
    says: (found: string) => `\`{${found}}\` is not a placeholder.`,
  },
  'duplicate-placeholder': {
    means: 'A path contains the same placeholder twice.',
    why: 'A request could send two different values for one field.',
    note: 'A Path has each placeholder once.',
    says: (name: string) => `The placeholder \`{${name}}\` is repeated.`,
  },
  'needs-code': {
    means: 'An expression or a shape is written outside a code span.',
    why: 'Markdown changes characters outside code spans, and Nonet reads words outside them as words of the language.',
    note: 'Expressions and shapes are written in code spans.',
    says: (what: string, found: string) => ({
      message: `This ${what} is not in a code span.`,
      suggestion: toCodeSpan(found),
    }),
  },
  'one-shape': {
    means: 'A Request cell contains more than one shape in a code span.',
    why: 'A request body has one form; text next to the shape would be ignored.',
    note: 'Request is one shape in a code span, or empty.',
    says: (found: string) => `Unexpected \`${found}\` after the shape.`,
  },
  'empty-code': {
    means: 'A code span that requires a shape or an expression is empty.',
    why: 'An empty code span is neither a value nor a recorded gap, so its author probably forgot the content.',
    note: 'Expressions and shapes are written in code spans.',
    says: (what: string) => `The ${what} is missing.`,
  },
  'status-form': {
    means: 'A Response does not begin with a status of three digits, or with `error`.',
    why: 'The status is the first thing that clients check, so it is never implied.',
    note: responseRule,
    says: (found: string) =>
      found === '' ? 'A status is missing.' : `Expected a status of three digits, found \`${found}\`.`,
  },
  'error-code': {
    means: 'A Response has `error` without a code.',
    why: 'The code decides the status and the body that clients get.',
    note: errorRule,
    help: 'write a code of the part “Errors” after `error`',
    says: () => 'A code is missing after `error`.',
  },
  'error-alone': {
    means: 'A response that is an error has a shape or a header.',
    why: 'Clients read all errors of a service in the same form, which the part “Errors” states.',
    note: errorRule,
    says: (what: 'shape' | 'header') => ({
      message: `A response that is an error has no ${what} of its own.`,
      help: `remove the ${what}`,
    }),
  },
  'response-word': {
    means: 'A Response contains a word that Nonet does not know.',
    why: 'The word may be a misspelled `header` or `when`, without which the response would be different.',
    note: responseRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unexpected \`${found}\` in a Response.`,
      suggestion,
    }),
  },
  'response-order': {
    means: 'The items of a Response are not in the order status, shape, headers, `when`.',
    why: 'One fixed order keeps the cells of a table comparable and unambiguous.',
    note: responseRule,
    says: (found: string, before: string) => `The ${found} comes after the ${before}.`,
  },
  'header-name': {
    means: 'The word `header` has no valid header name after it.',
    why: 'HTTP restricts the characters of header names, and clients could not send or read another one.',
    note: 'A header name is an HTTP token: letters, digits and characters such as `-` and `_`.',
    says: (found: string) =>
      found === '' ? 'The name of the header is missing.' : `\`${found}\` is not a valid header name.`,
  },
  'header-value': {
    means: 'A response names a header without a value.',
    why: 'The service would have nothing to send in it.',
    note: responseRule,
    help: 'write its value as an expression in a code span after the name',
    says: (name: string) => `The header \`${name}\` has no value.`,
  },
  'duplicate-header': {
    means: 'A response sets the same header twice. Header names are case-insensitive.',
    why: 'Clients and proxies combine or drop repeated headers, so only one of the values is reliable.',
    note: 'A response sets a header once.',
    says: (name: string) => `The header \`${name}\` is set twice.`,
  },
  'when-value': {
    means: 'The word `when` has no condition after it.',
    why: 'Without a condition, the service cannot choose between the responses.',
    note: responseRule,
    help: 'write the condition in a code span after `when`',
    says: () => 'The condition of this `when` is missing.',
  },
  'parameter-form': {
    means: 'The name of a parameter is not in a form that Nonet can read.',
    why: 'Brackets and spaces are legal in query strings but ambiguous in a cell, so such names are quoted.',
    note: `${parameterRule} If the name has characters other than letters, digits, \`_\`, \`-\` and \`.\`, write it in double quotes.`,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid parameter.`, suggestion }),
  },
  'unknown-mapping': {
    means: 'A parameter maps to something that Nonet does not know.',
    why: 'The mapping is the only definition of the parameter, so nothing can be assumed.',
    note: meansRule,
    says: (found: string, suggestion?: string) => ({
      message: `A parameter cannot map to \`${found}\`.`,
      suggestion,
    }),
  },
  'mapping-left-over': {
    means: 'A Maps to cell contains more than one mapping, or a word that the mapping does not take.',
    why: 'Nonet ignores no word of a cell, because the extra word may carry a meaning for the author.',
    note: meansRule,
    says: (found: string, means: string) => `Unexpected \`${found}\` after \`${means}\`.`,
  },
  'mapping-field': {
    means: 'A parameter maps to a filter, a search, a sort or an expansion without naming a field.',
    why: 'The service cannot choose the field for the author.',
    note: meansRule,
    says: (means: string, found: string) =>
      found === '' ? `A field is missing after \`${means}\`.` : `Expected a field, found \`${found}\`.`,
  },
  'filter-operator': {
    means: 'A filter has no operator, or one that Nonet does not know.',
    why: 'The operator decides which records a list returns, so it cannot be guessed.',
    note: 'The operator of a filter is `=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `contains` or `starts with`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'The operator of this filter is missing.' : `Unknown filter operator \`${found}\`.`,
      suggestion,
    }),
  },
  'input-type': {
    means: 'A parameter maps to `input` without a type.',
    why: 'Handlers, guards and effects read the value, and the service validates it by its type first.',
    note: meansRule,
    says: () => 'The type after `input` is missing.',
  },
  'order-form': {
    means: 'A word of an Order is not a field.',
    why: 'Paging depends on a defined order, so Nonet accepts no word that it does not understand.',
    note: 'Order is a list of fields separated by commas, each optionally with `-` before it for descending order: `-created_at, name`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A field is missing here.' : `Unexpected \`${found}\` in an Order.`,
      suggestion,
    }),
  },
  'record-form': {
    means: 'The line Record does not name an attribute of the caller.',
    why: 'The operation has no placeholder, so the identity of the caller is the only source for its record.',
    note: 'Record is an attribute of the caller, such as `caller.user`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not an attribute of the caller.`,
      suggestion,
    }),
  },
  'key-form': {
    means: 'The Key of an Idempotency row is not a header, or not one that can carry a key.',
    why: 'Clients send the key in a header, so the service must know which one.',
    note: idempotencyRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid Key.`, suggestion }),
  },
  'kept-for': {
    means: 'The retention of idempotency keys is not a duration that Nonet can read.',
    why: 'The service deletes keys after this time, so a guess could make a retried request run twice.',
    note: 'A duration is an integer of at least 1 and a unit: second, minute, hour, day or week.',
    says: (found: string) => ({ message: `\`${found}\` is not a valid duration.`, suggestion: suggestDuration(found) }),
  },
  'when-absent': {
    means: 'A Preconditions or Idempotency row does not state what happens to requests without the header.',
    why: 'The choice decides whether unconditional writes are possible, so it is never implied.',
    note: 'When absent is `allowed` or `refused`.',
    says: (found: string, suggestion?: string) => ({
      message: `Expected \`allowed\` or \`refused\`, found \`${found}\`.`,
      suggestion,
    }),
  },
  'condition-form': {
    means: 'The Condition of a Preconditions row is not a header that the service checks.',
    why: 'Nonet supports the two conditional headers of HTTP that use ETags, and must know which one clients send.',
    note: preconditionRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid Condition.`, suggestion }),
  },
  'base-address': {
    means: 'The value of Base URL is not a URL that clients can call.',
    why: 'The service builds absolute links such as Location and next pages from it.',
    note: 'Base URL is an `http` or `https` URL without query and fragment, or `{base_url}` if each deployment sets it.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid base URL.`, suggestion }),
  },
  'unknown-fields': {
    means: 'The line Unknown fields has a value other than `refused` or `ignored`.',
    why: 'The choice decides whether a misspelled field in a request fails or is lost.',
    note: 'Unknown fields is `refused` or `ignored`.',
    says: (found: string, suggestion?: string) => ({
      message: `Expected \`refused\` or \`ignored\`, found \`${found}\`.`,
      suggestion,
    }),
  },
  'lists-parameter': {
    means: 'A list uses the name of a parameter that the line Lists adds for something else.',
    why: 'A request could send the parameter with only one of the two meanings.',
    note: 'The line Lists adds `limit` and `cursor`, `page` or `offset` to each list that has no parameter with their effect.',
    help: 'give the parameter another name',
    says: (parameter: string, list: string) => `The line Lists adds the parameter \`${parameter}\` to \`${list}\`.`,
  },
  lists: {
    means: 'The line Lists does not have its form.',
    why: 'The line decides the shape, the parameters and the page size of every list, so each word must have a meaning.',
    note: 'Lists is a shape, `by cursor`, `by page` or `by offset`, and after `;` a page size: `{ data, next } by cursor; 25, at most 100`. `[]` is a bare array.',
    says: (
      why: string,
      edit: { readonly help?: string | undefined; readonly suggestion?: string | undefined } = {},
    ) => ({
      message: `This is not a form of lists: ${why}.`,
      ...edit,
    }),
  },
  ends: {
    means: 'The line Ends does not say which sessions a log out ends.',
    why: 'Whether other devices stay logged in must not depend on a guess.',
    note: 'Ends is `this session`, which is the default, or `every session`.',
    says: sayUnknown('ending of sessions'),
  },
  origin: {
    means: 'A value of Allowed origins is not an origin.',
    why: 'Browsers compare whole origins, so a URL with a path never matches.',
    note: 'Allowed origins is an origin (scheme, host and optional port) or `anywhere`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not an origin.`, suggestion }),
  },
  'unknown-subject': {
    means: 'A heading of this part names an operation that the document does not have.',
    why: 'The parameters and lines under the heading would belong to nothing.',
    note: 'A heading of this part names operations of the Operations table, or is `Idempotency`, `Preconditions` or `Notes`.',
    says: sayUnknown('operation'),
  },
});
