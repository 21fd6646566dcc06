import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst, shorten } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

const scopeRule =
  'The lines `In scope` and `Out of scope` bound what the service does; what stands in one is not in the other.';

/** What is wrong in the part "What the service does". */
export const diagnostics = defineDiagnostics('purpose', {
  'in-and-out': {
    note: scopeRule,
    says: (value: string, before: Span) => ({
      message: `“${shorten(value)}” is in scope and out of it.`,
      also: [{ span: before, label: 'in scope here' }],
    }),
  },
  'duplicate-statement': {
    severity: 'warning',
    note: scopeRule,
    says: (value: string, bound: string, before: Span) => ({
      message: `“${shorten(value)}” is said to be ${bound.toLowerCase()} twice.`,
      also: labelFirst(before),
    }),
  },
});
