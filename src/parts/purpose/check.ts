import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Service } from '../service.ts';
import { diagnostics } from './diagnostics.ts';

/** Checks the purpose: what is in scope is not out of scope too, and the lines of one bound differ. */
export function check(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const { inScope, outOfScope } = service.purpose;
  const seen = new Map<string, { readonly bound: string; readonly span: { start: number; end: number } }>();
  for (const [bound, lines] of [
    ['In scope', inScope],
    ['Out of scope', outOfScope],
  ] as const) {
    for (const { text, span } of lines) {
      const key = text.toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');
      const before = seen.get(key);
      if (before === undefined) seen.set(key, { bound, span });
      else if (before.bound === bound) report(diagnostics['duplicate-statement'](span, text, bound, before.span));
      else report(diagnostics['in-and-out'](span, text, before.span));
    }
  }
}
