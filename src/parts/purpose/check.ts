import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findContrast, isColor, leastContrast, reachContrast } from '../../text/colors.ts';
import type { Service } from '../service.ts';
import { diagnostics } from './diagnostics.ts';
import type { PurposeModel } from './model.ts';

/** Checks the purpose: what is in scope is not out of scope too, and the lines of one bound differ. */
export function check(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const { inScope, outOfScope } = service.purpose;
  checkBrand(service.purpose, report);
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

/** Checks the lines by which the documentation page shows whose service it is. */
function checkBrand({ website, logo, color }: PurposeModel, report: (diagnostic: Diagnostic) => void): void {
  if (website !== undefined && !isAddress(website.text))
    report(diagnostics['website-form'](website.span, website.text));
  const isImage =
    logo !== undefined && (isAddress(logo.text) || /^data:image\/[\w.+-]+;base64,[\w+/=]+$/.test(logo.text));
  if (logo !== undefined && !isImage) report(diagnostics['logo-form'](logo.span, logo.text));
  if (color === undefined) return;
  if (!isColor(color.text)) {
    report(diagnostics['color-form'](color.span, color.text));
    return;
  }
  const contrast = findContrast(color.text, '#ffffff');
  if (contrast >= leastContrast) return;
  const darker = reachContrast(color.text, '#ffffff', leastContrast);
  report(diagnostics['color-contrast'](color.span, color.text, contrast.toFixed(1), darker));
}

function isAddress(text: string): boolean {
  return /^https:\/\/[^\s"'<>;,]+$/.test(text) && URL.canParse(text);
}
