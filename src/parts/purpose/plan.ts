import type { Plan } from '../../plan/plan.ts';
import { type Span, slice } from '../../text/location.ts';
import type { Service } from '../service.ts';

/** The purpose as source text (Markdown), for the docs. */
export function planPurpose(service: Service): Plan['purpose'] {
  const { prose, inScope, outOfScope, contact, terms, website, logo, color } = service.purpose;
  return {
    prose: readProse(service, prose),
    inScope: inScope.map(({ text }) => text),
    outOfScope: outOfScope.map(({ text }) => text),
    ...(contact && { contact: contact.text }),
    ...(terms && { terms: terms.text }),
    ...(website && { website: website.text }),
    ...(logo && { logo: logo.text }),
    ...(color && { color: color.text }),
  };
}

/** The summary below the service's name as source text (Markdown). */
export function planSummary(service: Service): string {
  return readProse(service, service.summary);
}

/** Paragraphs as source text; how the file ends its lines changes no plan. */
function readProse({ source }: Service, spans: readonly Span[]): string {
  return spans.map((span) => slice(source, span).replaceAll('\r\n', '\n')).join('\n\n');
}
