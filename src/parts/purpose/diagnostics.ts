import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst, shorten } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

const scopeRule = 'Each statement is listed once, under `In scope` or `Out of scope`.';

/** The diagnostics of the part "What the service does". */
export const diagnostics = defineDiagnostics('purpose', {
  'in-and-out': {
    means: 'The same statement is listed as in scope and as out of scope.',
    why: 'Readers could not see whether the service does it.',
    note: scopeRule,
    says: (value: string, before: Span) => ({
      message: `“${shorten(value)}” is both in scope and out of scope.`,
      also: [{ span: before, label: 'in scope here' }],
    }),
  },
  'duplicate-statement': {
    severity: 'warning',
    means: 'The same statement is listed twice as in scope or out of scope.',
    why: 'The repetition adds nothing, and a later change of one line would contradict the other.',
    note: scopeRule,
    says: (value: string, bound: string, before: Span) => ({
      message: `“${shorten(value)}” is listed twice as ${bound.toLowerCase()}.`,
      also: labelFirst(before),
    }),
  },
});
