import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, namedCodeRule } from '../../diagnostics/words.ts';
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

const kinds = limitKindNames.map((name) => `\`${name}\``).join(', ');
const perRule = 'Per is `credential`, `ip`, `caller.<attribute>`, or empty for all callers together.';
const beyondRule = `When exceeded names an error code of the limit's condition (${limitKinds
  .map((kind) => `${kind.name}: ${kind.condition}`)
  .join('; ')}), or is \`clamp\` for a page size; empty means the code whose Condition matches.`;
const appliesRule =
  'Applies to names operations as Allows does (`create Invoice`, `all Invoice`, `all`), resources, or scopes, with commas between.';

/** What is said of a mistake in the part Limits. */
export const diagnostics = defineDiagnostics('limits', {
  name: {
    note: 'A limit has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of a limit.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    note: `A limit is of Kind ${kinds}.`,
    says: (found: string) => ({
      message: `Unknown kind of limit \`${found}\`.`,
      suggestion: findNearest(found, limitKindNames),
    }),
  },
  value: {
    note: `The form of a Value depends on the kind: ${limitKinds.map((kind) => `${kind.name} ${kind.form}`).join('; ')}.`,
    says: (kind: string, form: string, why: string, suggestion?: string) => ({
      message: `The value of this \`${kind}\` limit is not valid: ${why}.`,
      label: `expected ${form}`,
      suggestion,
    }),
  },
  per: {
    note: perRule,
    says: (found: string) => ({
      message: `A limit cannot be counted per \`${found}\`.`,
      suggestion:
        findNearest(found, ['credential', 'ip']) ?? (/^caller\b/i.test(found) ? 'caller.<attribute>' : undefined),
    }),
  },
  'empty-item': {
    note: 'Names in a list are separated by one comma each.',
    says: (column: string) => `${column} is missing a name beside this comma.`,
  },
  'response-headers': {
    note: `Response headers lists any of ${limitHeaderNames.join(', ')}.`,
    says: (found: string) => ({
      message: `\`${found}\` is not a header for limits.`,
      suggestion: findNearest(found, limitHeaderNames),
    }),
  },
  'duplicate-response-header': {
    note: 'Response headers lists each header once.',
    says: (found: string) => `\`${found}\` is listed twice.`,
  },
  'unknown-target': {
    note: appliesRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is not an operation, resource or scope of this document.`,
      suggestion: findNearest(found, candidates),
    }),
  },
  'duplicate-target': {
    severity: 'warning',
    note: appliesRule,
    says: (found: string) => `\`${found}\` is listed twice.`,
  },
  'does-not-apply': {
    note: 'A body size applies to operations with a request body, a page size to lists with a page-size parameter, a quota to `create X` or X.',
    says: (kind: string, found: string, what: string) =>
      `A limit of kind \`${kind}\` cannot apply to \`${found}\`: ${what}.`,
  },
  'wrong-per': {
    note: 'Rates and concurrency are counted per `credential`, `ip`, `caller.<attribute>` or for all; a quota per `caller.<attribute>` or for all; other limits have no Per.',
    says: (kind: string, found: string) => ({
      message: `A limit of kind \`${kind}\` cannot be counted per \`${found}\`.`,
      suggestion: limitKind(kind)?.counts === undefined ? '—' : undefined,
    }),
  },
  'per-without-scheme': {
    severity: 'warning',
    note: 'A limit per `credential` or `caller.<attribute>` counts requests with a valid credential of a scheme.',
    says: (found: string) => `A limit per \`${found}\` never counts a request: the document has no scheme.`,
  },
  'unknown-attribute': {
    note: 'The table under `### Caller` in the part Authentication lists the attributes of callers; `id` is built in.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `The caller has no attribute \`${found}\`.`,
      suggestion: ((near) => (near === undefined ? undefined : `caller.${near}`))(findNearest(found, candidates)),
    }),
  },
  'quota-attribute': {
    note: 'A quota per `caller.a` counts the records whose field `assigned from caller.a` equals it.',
    says: (attribute: string, resource: string, suggestion?: string) => ({
      message: `${resource} records cannot be counted per \`caller.${attribute}\`: no field is \`assigned from caller.${attribute}\`.`,
      suggestion,
    }),
  },
  'clamp-only-page-size': {
    note: beyondRule,
    says: (kind: string) => `A limit of kind \`${kind}\` cannot \`clamp\`: only a page size can.`,
  },
  'unknown-code': {
    note: beyondRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown error code \`${found}\`.`,
      suggestion: findNearest(found, candidates),
    }),
  },
  'wrong-code': { note: namedCodeRule, says: describeCodeMismatch },
});
