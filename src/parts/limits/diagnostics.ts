import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, listWords, namedCodeRule, sayUnknown } from '../../diagnostics/words.ts';
import { findNearest } from '../../text/nearest.ts';
import { limitKind, limitKindNames, limitKinds } from './kinds/index.ts';

/** The response headers that can report limits. */
export const limitHeaderNames: readonly string[] = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const kinds = listWords(limitKindNames);
const perRule = 'Per is `credential`, `ip`, `caller.<attribute>`, or empty for all callers together.';
const beyondRule = `When exceeded names an error code of the limit's condition (${limitKinds
  .map((kind) => `${kind.name}: ${kind.condition}`)
  .join('; ')}), or is \`clamp\` for a page size; empty means the code whose Condition matches.`;
const appliesRule =
  'Applies to names operations as Allows does (`create Invoice`, `all Invoice`, `all`), resources, or scopes, with commas between.';

/** The diagnostics of the part Limits. */
export const diagnostics = defineDiagnostics('limits', {
  name: {
    means: 'The name of a limit has characters that are not allowed.',
    why: 'Logs, metrics and the header RateLimit-Policy contain the name.',
    note: 'A limit has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a limit.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    means: 'The Kind of a limit is not one that Nonet enforces.',
    why: 'A limit that nothing enforces would give a false sense of protection.',
    note: `A limit is of Kind ${kinds}.`,
    says: sayUnknown('kind of limit'),
  },
  value: {
    means: 'The Value of a limit does not have the form that its kind needs.',
    why: 'The service enforces exactly this value, so it cannot be guessed.',
    note: `The form of a Value depends on the kind: ${limitKinds.map((kind) => `${kind.name} ${kind.form}`).join('; ')}.`,
    says: (kind: string, form: string, why: string, suggestion?: string) => ({
      message: `The value of this \`${kind}\` limit is not valid: ${why}.`,
      label: `expected ${form}`,
      suggestion,
    }),
  },
  per: {
    means: 'Per is not a property by which requests can be counted.',
    why: 'The service keeps one counter for each value of Per, so it must know where the value comes from.',
    note: perRule,
    says: (found: string) => ({
      message: `A limit cannot be counted per \`${found}\`.`,
      suggestion: findNearest(found, ['credential', 'ip']),
      help: /^caller\b/i.test(found) ? 'write `caller.` and an attribute' : undefined,
    }),
  },
  'response-headers': {
    means: 'Response headers lists a header that Nonet does not send for limits.',
    why: 'Client libraries read the remaining quota from these headers by their exact names.',
    note: `Response headers lists any of ${limitHeaderNames.join(', ')}.`,
    says: (found: string) => ({
      message: `\`${found}\` is not a header for limits.`,
      suggestion: findNearest(found, limitHeaderNames),
    }),
  },
  'duplicate-response-header': {
    means: 'Response headers lists the same header twice.',
    why: 'The second entry has no effect; usually another header was intended.',
    note: 'Response headers lists each header once.',
    says: (found: string) => `\`${found}\` is listed twice.`,
  },
  'unknown-target': {
    means: 'Applies to names something that is not an operation, a resource or a scope.',
    why: 'The limit would apply to nothing.',
    note: appliesRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not an operation, resource or scope of this document.`,
      suggestion: found === 'authenticated' || found === 'public' ? 'all' : suggestion,
    }),
  },
  'does-not-apply': {
    means: 'A limit applies to an operation on which its kind has no effect.',
    why: 'The limit would never be reached, and its author would believe that it protects the service.',
    note: 'A body size applies to operations with a request body, a page size to lists with a page-size parameter, a quota to `create X` or X.',
    says: (kind: string, found: string, what: string) =>
      `A limit of kind \`${kind}\` cannot apply to \`${found}\`: ${what}.`,
  },
  'wrong-per': {
    means: 'Per is set for a kind of limit that is not counted by caller or address.',
    why: 'A body size or a timeout applies to single requests, so Per would have no effect.',
    note: 'Rates and concurrency are counted per `credential`, `ip`, `caller.<attribute>` or for all; a quota per `caller.<attribute>` or for all; other limits have no Per.',
    says: (kind: string, found: string) => ({
      message: `A limit of kind \`${kind}\` cannot be counted per \`${found}\`.`,
      suggestion: limitKind(kind)?.counts === undefined ? '—' : undefined,
    }),
  },
  'per-without-scheme': {
    severity: 'warning',
    means: 'A limit counts requests by caller, but the document has no scheme that identifies callers.',
    why: 'No request has a caller, so the limit would never reject one.',
    note: 'A limit per `credential` or `caller.<attribute>` counts requests with a valid credential of a scheme.',
    says: (found: string) => `A limit per \`${found}\` never counts a request: the document has no scheme.`,
  },
  'unknown-attribute': {
    means: 'Per names an attribute that callers do not have.',
    why: 'All requests would share one counter, so a single client could block all others.',
    note: 'The table under `### Caller` in the part Authentication lists the attributes of callers; `id` is built in.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `The caller has no attribute \`${found}\`.`,
      suggestion: ((near) => (near === undefined ? undefined : `caller.${near}`))(findNearest(found, candidates)),
    }),
  },
  'quota-attribute': {
    means: 'A quota per attribute of the caller counts records, but no field of the records holds that attribute.',
    why: 'The service could not find the records that belong to a caller.',
    note: 'A quota per `caller.a` counts the records whose field `assigned from caller.a` equals it.',
    says: (attribute: string, resource: string, suggestion?: string) => ({
      message: `${resource} records cannot be counted per \`caller.${attribute}\`: no field is \`assigned from caller.${attribute}\`.`,
      suggestion,
    }),
  },
  'clamp-only-page-size': {
    means: 'A limit other than a page size has `clamp` in When exceeded.',
    why: 'A page can be shortened, but a request above any other limit can only be rejected.',
    note: beyondRule,
    says: (kind: string) => `A limit of kind \`${kind}\` cannot \`clamp\`: only a page size can.`,
  },
  'unknown-code': {
    means: 'When exceeded names an error code that the document does not have.',
    why: 'Clients would receive an error that the document does not describe.',
    note: beyondRule,
    says: sayUnknown('error code'),
  },
  'wrong-code': {
    means: 'When exceeded names an error code whose Condition does not include this limit.',
    why: 'The part Errors would promise the code for other cases only.',
    note: namedCodeRule,
    says: describeCodeMismatch,
  },
});
