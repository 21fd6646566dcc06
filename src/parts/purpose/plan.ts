import type { Plan } from '../../plan/plan.ts';
import { slice } from '../../text/place.ts';
import type { Service } from '../service.ts';

/** The purpose as source text (Markdown), for the docs. */
export function planPurpose(service: Service): Plan['purpose'] {
  const { prose, inScope, outOfScope, contact, terms } = service.purpose;
  return {
    prose: prose.map((span) => slice(service.source, span)).join('\n\n'),
    inScope: inScope.map(({ value }) => value),
    outOfScope: outOfScope.map(({ value }) => value),
    ...(contact && { contact: contact.value }),
    ...(terms && { terms: terms.value }),
  };
}

/** The summary below the service's name as source text (Markdown). */
export function planSummary(service: Service): string {
  return service.summary.map((span) => slice(service.source, span)).join('\n\n');
}
