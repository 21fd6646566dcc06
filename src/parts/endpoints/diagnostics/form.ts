import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, suggestNearest, toCodeSpan } from '../../../diagnostics/words.ts';
import { durationWords } from '../../../text/duration.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { findNearest } from '../../../text/nearest.ts';
import { methods, notForCode, unknownFields, whenAbsent } from '../words.ts';

const operationRule =
  'An Operation is `create X`, `read X`, `list X`, `update X`, `replace X`, `delete X`, `<transition> X`, `issue token`, `revoke token`, `stream events`, `list events`, `read event`, `<verb> X (handler)` or `<verb> (handler)`. ` as <name>` sets its name.';
const pathRule =
  'A Path begins with `/`. Each segment is fixed text or one placeholder such as `{id}` or `{customer.email}`.';
const responseRule =
  'A Response is a status, then optionally a shape, headers, and `when` with a condition. Shapes, header values and conditions are written in code spans. Several responses are separated by `;`.';
const parameterRule = 'A Parameter is the name of a query parameter, or `header X-Name`.';
const meansRule =
  'Maps to is `filter <field> <op>`, `where <CEL>`, `search a, b`, `sort a, b`, `page size`, `cursor`, `offset`, `page number`, `after id`, `before id`, `total`, `expand <field>`, `fields` or `input <type>`.';
const idempotencyRule =
  'An Idempotency row names operations, a Key such as `header Idempotency-Key`, how long a key is kept, and `allowed` or `refused` for requests without one.';
const preconditionRule =
  'A Preconditions row names operations, `header If-Match` or `header If-None-Match`, and `allowed` or `refused` for requests without it.';

const units: Readonly<Record<string, string>> = { s: 'seconds', min: 'minutes', h: 'hours', d: 'days', w: 'weeks' };

function suggestDuration(found: string): string | undefined {
  const joined = /^([1-9][0-9]*)(s|min|h|d|w)$/.exec(found);
  return joined === null ? findNearest(found, durationWords) : `${joined[1]} ${units[joined[2]!]}`;
}

/** What is said of cells and fact lines of Endpoints that have not their form. */
export const forms = defineDiagnostics('endpoints', {
  'operation-form': {
    note: operationRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not an operation.`, suggestion }),
  },
  'reserved-verb': {
    note: `The verb of a handler must not be ${enumerate([...notForCode].map(quoteSource), 'or')}.`,
    says: (verb: string) => `The verb \`${verb}\` is reserved and cannot be the verb of a handler.`,
  },
  'name-form': {
    note: 'An operation name begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A name is missing after `as`.' : `\`${found}\` is not a valid name of an operation.`,
      suggestion,
    }),
  },
  'reserved-name': {
    note: 'An operation must not be called `all`, `any`, `before`, `after` or `computed`.',
    says: (name: string) => `The operation name \`${name}\` is reserved.`,
  },
  'unknown-method': {
    note: 'Method is `GET`, `POST`, `PUT`, `PATCH` or `DELETE`. The service handles `HEAD` and `OPTIONS` itself.',
    says: (found: string) => ({ message: `Unknown method \`${found}\`.`, ...suggestNearest(found, methods) }),
  },
  'method-needed': {
    note: 'Method is optional if the verb implies one, such as POST for `create` and GET for `read`. A handler needs a Method.',
    says: (name: string) => ({
      message: `The operation \`${name}\` has no Method.`,
      help: 'write GET, POST, PUT, PATCH or DELETE in the column Method',
    }),
  },
  'path-needed': {
    note: 'An operation needs a Path, unless it is a transition with the Trigger `handler`: then only handlers call it.',
    says: (name: string) => ({
      message: `The operation \`${name}\` has no Path.`,
      help: 'write a value in the column Path',
    }),
  },
  'called-only': {
    note: 'A row without a Path has only a Request: the input that handlers pass to the transition.',
    says: (name: string, what: string) => `\`${name}\` has no Path, so ${what} is not allowed.`,
  },
  'path-start': {
    note: pathRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` does not begin with \`/\`.`, suggestion }),
  },
  'path-base': {
    note: 'The line `Base URL` holds the base URL, not a Path.',
    says: (suggestion: string) => ({ message: '`{base_url}` is not allowed in a Path.', suggestion }),
  },
  'path-character': {
    note: 'A Path has no query and no fragment. Characters that are not allowed in a URL path are percent-encoded.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not allowed in a Path.`, suggestion }),
  },
  'path-segment': {
    note: pathRule,
    says: (found: string) => `The segment \`${found}\` is not fixed text or one placeholder.`,
  },
  'path-empty-segment': { note: pathRule, says: () => 'This Path has an empty segment.' },
  'placeholder-form': {
    note: 'A placeholder is a field, or a `ref` field and a field of its resource: `{id}`, `{customer}`, `{customer.email}`.',
    says: (found: string) => `\`{${found}}\` is not a placeholder.`,
  },
  'duplicate-placeholder': {
    note: 'A Path has each placeholder once.',
    says: (name: string) => `The placeholder \`{${name}}\` is repeated.`,
  },
  'needs-code': {
    note: 'Expressions and shapes are written in code spans.',
    says: (what: string, found: string) => ({
      message: `This ${what} is not in a code span.`,
      suggestion: toCodeSpan(found),
    }),
  },
  'one-shape': {
    note: 'Request is one shape in a code span, or empty.',
    says: (found: string) => `Unexpected \`${found}\` after the shape.`,
  },
  'empty-code': {
    note: 'Expressions and shapes are written in code spans.',
    says: (what: string) => `The ${what} is missing.`,
  },
  'status-form': {
    note: responseRule,
    says: (found: string) =>
      found === '' ? 'A status is missing.' : `Expected a status of three digits, found \`${found}\`.`,
  },
  'response-word': {
    note: responseRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unexpected \`${found}\` in a Response.`,
      suggestion,
    }),
  },
  'response-order': {
    note: responseRule,
    says: (found: string, before: string) => `The ${found} comes after the ${before}.`,
  },
  'header-name': {
    note: 'A header name is an HTTP token: letters, digits and characters such as `-` and `_`.',
    says: (found: string) =>
      found === '' ? 'The name of the header is missing.' : `\`${found}\` is not a valid header name.`,
  },
  'header-value': {
    note: responseRule,
    says: (name: string) => ({
      message: `The header \`${name}\` has no value.`,
      help: 'write its value as an expression in a code span after the name',
    }),
  },
  'duplicate-header': {
    note: 'A response sets a header once.',
    says: (name: string) => `The header \`${name}\` is set twice.`,
  },
  'when-value': {
    note: responseRule,
    says: () => ({
      message: 'The condition of this `when` is missing.',
      help: 'write the condition in a code span after `when`',
    }),
  },
  'parameter-form': {
    note: `${parameterRule} If the name has characters other than letters, digits, \`_\`, \`-\` and \`.\`, write it in double quotes.`,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid parameter.`, suggestion }),
  },
  'unknown-mapping': {
    note: meansRule,
    says: (found: string, suggestion?: string) => ({
      message: `A parameter cannot map to \`${found}\`.`,
      suggestion,
    }),
  },
  'mapping-left-over': {
    note: meansRule,
    says: (found: string, means: string) => `Unexpected \`${found}\` after \`${means}\`.`,
  },
  'mapping-field': {
    note: meansRule,
    says: (means: string, found: string) =>
      found === '' ? `A field is missing after \`${means}\`.` : `Expected a field, found \`${found}\`.`,
  },
  'filter-operator': {
    note: 'The operator of a filter is `=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `contains` or `"starts with"`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'The operator of this filter is missing.' : `Unknown filter operator \`${found}\`.`,
      suggestion,
    }),
  },
  'input-type': { note: meansRule, says: () => 'The type after `input` is missing.' },
  'order-form': {
    note: 'Order is a list of fields separated by commas, each optionally followed by `descending` or `ascending`. Only a `sort` parameter and its default use the form `-created_at`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A field is missing here.' : `Unexpected \`${found}\` in an Order.`,
      suggestion,
    }),
  },
  'record-form': {
    note: 'Record is an attribute of the caller, such as `caller.user`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not an attribute of the caller.`,
      suggestion,
    }),
  },
  'key-form': {
    note: idempotencyRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid Key.`, suggestion }),
  },
  'kept-for': {
    note: 'A duration is an integer of at least 1 and a unit: second, minute, hour, day or week.',
    says: (found: string) => ({ message: `\`${found}\` is not a valid duration.`, suggestion: suggestDuration(found) }),
  },
  'when-absent': {
    note: 'When absent is `allowed` or `refused`.',
    says: (found: string) => ({
      message: `Expected \`allowed\` or \`refused\`, found \`${found}\`.`,
      ...suggestNearest(found, whenAbsent),
    }),
  },
  'condition-form': {
    note: preconditionRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid Condition.`, suggestion }),
  },
  'empty-item': {
    note: 'Names in a list are separated by commas.',
    says: () => 'An item is missing beside this separator.',
  },
  'base-address': {
    note: 'Base URL is an `http` or `https` URL without query and fragment, or `{base_url}` if each deployment sets it.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a valid base URL.`, suggestion }),
  },
  'unknown-fields': {
    note: 'Unknown fields is `refused` or `ignored`.',
    says: (found: string) => ({
      message: `Expected \`refused\` or \`ignored\`, found \`${found}\`.`,
      ...suggestNearest(found, unknownFields),
    }),
  },
  origin: {
    note: 'Allowed origins is an origin (scheme, host and optional port) or `anywhere`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not an origin.`, suggestion }),
  },
  'unknown-subject': {
    note: 'A heading of this part names operations of the Operations table, or is `Idempotency`, `Preconditions` or `Notes`.',
    says: (found: string, suggestion?: string) => ({ message: `Unknown operation \`${found}\`.`, suggestion }),
  },
});
