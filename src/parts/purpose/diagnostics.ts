import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst, shorten } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

const scopeRule = 'Each statement is listed once, under `In scope` or `Out of scope`.';

/** What is wrong in the part "What the service does". */
export const diagnostics = defineDiagnostics('purpose', {
  'in-and-out': {
    note: scopeRule,
    says: (value: string, before: Span) => ({
      message: `“${shorten(value)}” is both in scope and out of scope.`,
      also: [{ span: before, label: 'in scope here' }],
    }),
  },
  'duplicate-statement': {
    severity: 'warning',
    note: scopeRule,
    says: (value: string, bound: string, before: Span) => ({
      message: `“${shorten(value)}” is listed twice as ${bound.toLowerCase()}.`,
      also: labelFirst(before),
    }),
  },
});
