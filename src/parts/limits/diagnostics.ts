import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, namedCodeRule } from '../../diagnostics/words.ts';
import { findNearest } from '../../text/nearest.ts';
import { limitKind, limitKindNames, limitKinds } from './kinds/index.ts';

/** The headers that a service may tell its limits in. */
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
  .join('; ')}), or is \`clamp\` for a page size; empty chooses the code by its condition.`;
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
    note: `The kinds of limits are ${kinds}.`,
    says: (found: string) => ({
      message: `\`${found}\` is no kind of limit.`,
      suggestion: findNearest(found, limitKindNames),
    }),
  },
  value: {
    note: `A Value is written as its kind asks: ${limitKinds.map((kind) => `${kind.name} ${kind.form}`).join('; ')}.`,
    says: (kind: string, form: string, why: string, suggestion?: string) => ({
      message: `The value of a limit of kind \`${kind}\` is written ${form}: ${why}.`,
      suggestion,
    }),
  },
  per: {
    note: perRule,
    says: (found: string) => ({
      message: `\`${found}\` is nothing that a limit can be counted by.`,
      suggestion:
        findNearest(found, ['credential', 'ip']) ?? (/^caller\b/i.test(found) ? 'caller.<attribute>' : undefined),
    }),
  },
  'empty-item': {
    note: 'Names in a list are separated by one comma each.',
    says: (column: string) => `A name is missing in ${column} beside this comma.`,
  },
  'response-headers': {
    note: `Response headers lists headers: ${limitHeaderNames.join(', ')}.`,
    says: (found: string) => ({
      message: `\`${found}\` is no header that limits are told in.`,
      suggestion: findNearest(found, limitHeaderNames),
    }),
  },
  'duplicate-response-header': {
    note: 'Each header stands once in Response headers.',
    says: (found: string) => `\`${found}\` is named twice.`,
  },
  'unknown-target': {
    note: appliesRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no operation, resource or scope of this document.`,
      suggestion: findNearest(found, candidates),
    }),
  },
  'duplicate-target': {
    severity: 'warning',
    note: appliesRule,
    says: (found: string) => `\`${found}\` is named twice.`,
  },
  'does-not-apply': {
    note: 'A body size applies to operations with a body, a page size to lists with a page-size parameter, a quota to `create X` or X.',
    says: (kind: string, found: string, what: string) =>
      `A limit of kind \`${kind}\` cannot apply to \`${found}\`: ${what}.`,
  },
  'wrong-per': {
    note: 'Rates and concurrency are counted per `credential`, `ip`, `caller.<attribute>` or for all; a quota per `caller.<attribute>` or for all; the others hold for each request and have no Per.',
    says: (kind: string, found: string) => ({
      message: `A limit of kind \`${kind}\` cannot be counted per \`${found}\`.`,
      suggestion: limitKind(kind)?.counts === undefined ? '—' : undefined,
    }),
  },
  'per-without-scheme': {
    severity: 'warning',
    note: 'A limit per `credential` or `caller.<attribute>` counts requests with a valid credential of a scheme.',
    says: (found: string) => `A limit per \`${found}\` never counts a request: the document states no scheme.`,
  },
  'unknown-attribute': {
    note: 'The attributes of callers stand under the heading Caller of the part Authentication; `id` is always there.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `Callers have no attribute \`${found}\`.`,
      suggestion: ((near) => (near === undefined ? undefined : `caller.${near}`))(findNearest(found, candidates)),
    }),
  },
  'quota-attribute': {
    note: 'A quota per `caller.a` counts the records whose field `assigned from caller.a` equals it.',
    says: (attribute: string, resource: string, suggestion?: string) => ({
      message: `${resource} has no field that is \`assigned from caller.${attribute}\`, so its records cannot be counted per \`caller.${attribute}\`.`,
      suggestion,
    }),
  },
  'clamp-only-page-size': {
    note: beyondRule,
    says: (kind: string) => `A limit of kind \`${kind}\` cannot \`clamp\`: only a page size can be cut down.`,
  },
  'unknown-code': {
    note: beyondRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `There is no error code \`${found}\`.`,
      suggestion: findNearest(found, candidates),
    }),
  },
  'wrong-code': { note: namedCodeRule, says: describeCodeMismatch },
});
