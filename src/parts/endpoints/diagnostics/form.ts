import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, suggestNearest, toCodeSpan } from '../../../diagnostics/words.ts';
import { durationWords } from '../../../text/duration.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { findNearest } from '../../../text/nearest.ts';
import { methods, notForCode, unknownFields, whenAbsent } from '../words.ts';

const operationRule =
  'An Operation is `create X`, `read X`, `list X`, `update X`, `replace X`, `delete X`, `<transition> X`, `issue token`, `revoke token`, `stream events`, `list events`, `read event`, `<verb> X (handler)` or `<verb> (handler)`; ` as <name>` gives it a name of its own.';
const pathRule =
  'A Path begins with `/`; each piece between slashes is fixed text or one placeholder such as `{id}` or `{customer.email}`.';
const responseRule =
  'A Response is a status and a shape in a code span, or a status alone, then `header Location` or a header with its value in a code span, then `when` and a condition in a code span; several are separated by `;`.';
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
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` names no operation.`, suggestion }),
  },
  'reserved-verb': {
    note: `A verb of code may not be ${enumerate([...notForCode].map(quoteSource), 'or')}.`,
    says: (verb: string) => `\`${verb}\` is a word of the language and cannot be a verb of code.`,
  },
  'name-form': {
    note: 'The name of an operation begins with a lower-case letter or digit, then come letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A name is missing behind `as`.' : `\`${found}\` is no name for an operation.`,
      suggestion,
    }),
  },
  'reserved-name': {
    note: 'No operation may be called `all`, `any`, `before`, `after` or `computed`.',
    says: (name: string) => `An operation cannot be called \`${name}\`.`,
  },
  'unknown-method': {
    note: 'Method is `GET`, `POST`, `PUT`, `PATCH` or `DELETE`; `HEAD` and `OPTIONS` are answered by the service itself.',
    says: (found: string) => ({ message: `\`${found}\` is no method here.`, ...suggestNearest(found, methods) }),
  },
  'method-needed': {
    note: 'Method may be left out where the verb has one of its own, such as POST of `create` and GET of `read`. A handler names its method.',
    says: (name: string) => ({
      message: `The operation \`${name}\` has no Method.`,
      label: 'write GET, POST, PUT, PATCH or DELETE in the column Method',
    }),
  },
  'path-needed': {
    note: 'An operation has a Path. A transition whose Trigger is `code` may leave it empty: then handlers alone call it.',
    says: (name: string) => ({
      message: `The operation \`${name}\` has no Path.`,
      label: 'write a value in the column Path',
    }),
  },
  'called-only': {
    note: 'A row without a Path states what handlers give to a transition: its Request alone.',
    says: (name: string, what: string) => `\`${name}\` has no Path, so ${what} cannot stand here.`,
  },
  'path-start': {
    note: pathRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` does not begin with \`/\`.`, suggestion }),
  },
  'path-base': {
    note: 'A Path does not hold `{base_url}`: the base address stands in its own line.',
    says: (suggestion: string) => ({ message: '`{base_url}` stands in a Path.', suggestion }),
  },
  'path-character': {
    note: 'A Path has no query and no fragment; other characters than those of a URL path are percent-encoded.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` cannot stand in a Path.`, suggestion }),
  },
  'path-segment': {
    note: pathRule,
    says: (found: string) => `\`${found}\` is neither fixed text nor one placeholder.`,
  },
  'path-empty-segment': { note: pathRule, says: () => 'Two slashes stand side by side.' },
  'placeholder-form': {
    note: 'A placeholder names a field, or a `ref` field and a field of its resource: `{id}`, `{customer}`, `{customer.email}`.',
    says: (found: string) => `\`{${found}}\` is no placeholder.`,
  },
  'duplicate-placeholder': {
    note: 'A placeholder stands once in a Path.',
    says: (name: string) => `\`{${name}}\` stands twice in this Path.`,
  },
  'needs-code': {
    note: 'Expressions and shapes stand in code spans.',
    says: (what: string, found: string) => ({
      message: `This ${what} is not in a code span.`,
      suggestion: toCodeSpan(found),
    }),
  },
  'one-shape': {
    note: 'Request is one shape in a code span, or empty.',
    says: (found: string) => `\`${found}\` is left over behind the shape.`,
  },
  'empty-code': {
    note: 'Expressions and shapes stand in code spans.',
    says: (what: string) => `The ${what} is missing.`,
  },
  'status-form': {
    note: responseRule,
    says: (found: string) =>
      found === '' ? 'A status is missing.' : `\`${found}\` stands where a status of three digits is due.`,
  },
  'response-word': {
    note: responseRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not understood in a Response.`,
      suggestion,
    }),
  },
  'response-order': {
    note: responseRule,
    says: (found: string, before: string) => `The ${found} stands behind the ${before}.`,
  },
  'header-name': {
    note: 'The name of a header is a token of HTTP: letters, digits, `-`, `_` and the like.',
    says: (found: string) =>
      found === '' ? 'The name of the header is missing.' : `\`${found}\` is no name of a header.`,
  },
  'header-value': {
    note: responseRule,
    says: (name: string) =>
      `The header \`${name}\` has no value: write it as an expression in a code span behind the name.`,
  },
  'duplicate-header': {
    note: 'A response sets a header once.',
    says: (name: string) => `The header \`${name}\` is set twice.`,
  },
  'when-value': { note: responseRule, says: () => 'The condition of this `when` is missing: write it in a code span.' },
  'parameter-form': {
    note: `${parameterRule} A name with other characters than letters, digits, \`_\`, \`-\` and \`.\` stands in double quotes.`,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no parameter.`, suggestion }),
  },
  'unknown-mapping': {
    note: meansRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is no meaning of a parameter.`,
      suggestion,
    }),
  },
  'mapping-left-over': {
    note: meansRule,
    says: (found: string, means: string) => `\`${found}\` is not understood behind \`${means}\`.`,
  },
  'mapping-field': {
    note: meansRule,
    says: (means: string, found: string) =>
      found === '' ? `A field is missing behind \`${means}\`.` : `\`${found}\` stands where a field is due.`,
  },
  'filter-operator': {
    note: 'The operator of a filter is `=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `contains` or `"starts with"`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'The operator of this filter is missing.' : `\`${found}\` is no operator of a filter.`,
      suggestion,
    }),
  },
  'input-type': { note: meansRule, says: () => 'The type behind `input` is missing.' },
  'order-form': {
    note: 'Order is a list of fields with commas, each may be followed by `descending` or `ascending`. The form `-created_at` is that of a `sort` parameter and of its default.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A field is missing here.' : `\`${found}\` is not understood in an Order.`,
      suggestion,
    }),
  },
  'record-form': {
    note: 'Record is a dotted path of the caller, such as `caller.user`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no path of the caller.`, suggestion }),
  },
  'key-form': {
    note: idempotencyRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no Key.`, suggestion }),
  },
  'kept-for': {
    note: 'A time is a whole number and a unit: second, minute, hour, day or week.',
    says: (found: string) => ({ message: `\`${found}\` is no time.`, suggestion: suggestDuration(found) }),
  },
  'when-absent': {
    note: 'When absent is `allowed` or `refused`.',
    says: (found: string) => ({
      message: `\`${found}\` is neither \`allowed\` nor \`refused\`.`,
      ...suggestNearest(found, whenAbsent),
    }),
  },
  'condition-form': {
    note: preconditionRule,
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no Condition.`, suggestion }),
  },
  'empty-item': {
    note: 'Names in a list are separated by commas.',
    says: () => 'Nothing stands at this comma or semicolon.',
  },
  'base-address': {
    note: 'Base URL is a URL with `http` or `https`, without query and fragment, or `{base_url}` where the deployment gives it.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no base address.`, suggestion }),
  },
  'unknown-fields': {
    note: 'Unknown fields are `refused` or `ignored`.',
    says: (found: string) => ({
      message: `\`${found}\` is neither \`refused\` nor \`ignored\`.`,
      ...suggestNearest(found, unknownFields),
    }),
  },
  origin: {
    note: 'Allowed origins is an origin (scheme, host and, where it is not the usual one, port) or `anywhere`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no origin.`, suggestion }),
  },
  'unknown-subject': {
    note: 'A heading in Endpoints names operations of the Operations table, or `Idempotency`, `Preconditions` or `Notes`.',
    says: (found: string, suggestion?: string) => ({ message: `There is no operation \`${found}\`.`, suggestion }),
  },
});
