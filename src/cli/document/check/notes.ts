import { resourceName, serverName } from '../../../parts/authentication/serve/metadata.ts';
import { isNotShown } from '../../../parts/not-shown.ts';
import { findDeliveryKind, findSchemeKind } from '../../../parts/registry.ts';
import type { Service } from '../../../parts/service.ts';
import { formatDuration } from '../../../text/numbers/duration.ts';

/** Returns notes on a document that has no errors: settings that it depends on, and what a stated fact costs. */
export function collectNotes(service: Service): readonly string[] {
  const unknown = findMetadataNeedingBase(service);
  const note = describeWebhookOrderCost(service);
  return [
    ...(unknown.length === 0
      ? []
      : [`base URL not stated: without serve --base-url, ${unknown.join(' and ')} return 404`]),
    ...(note === undefined ? [] : [note]),
  ];
}

/** Returns the paths of metadata that need the base URL, if the document does not state it. */
function findMetadataNeedingBase({ authentication, endpoints }: Service): readonly string[] {
  if (/^https?:/i.test(endpoints.baseUrl?.value ?? '')) return [];
  const makers = authentication.schemes.map(({ kind }) =>
    kind === undefined || isNotShown(kind) ? undefined : findSchemeKind(kind.value)?.madeBy,
  );
  if (makers.includes('issue token')) return [serverName, resourceName];
  return makers.includes('outside issuer') ? [resourceName] : [];
}

/** Describes the delay that ordered webhooks can cause; undefined if no webhook is retried. */
function describeWebhookOrderCost({ events }: Pick<Service, 'events'>): string | undefined {
  const waits = events.deliveries.flatMap(({ kind, to, attempts }) =>
    findDeliveryKind(kind.value)?.pushes && to !== undefined && !isNotShown(to) && attempts !== undefined
      ? [attempts.value]
      : [],
  );
  if (waits.length === 0) return undefined;
  const longest = Math.max(...waits.map(({ milliseconds }) => milliseconds));
  return (
    'webhooks: each subscriber receives the events of a record in order; if a delivery fails, later events of that record ' +
    `wait for it, for up to ${formatDuration(longest)}`
  );
}
