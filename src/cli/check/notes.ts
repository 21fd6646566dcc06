import { clientKinds, resourceName, serverName } from '../../parts/authentication/serve-metadata.ts';
import { isNotShown } from '../../parts/not-shown.ts';
import type { Service } from '../../parts/service.ts';
import { shownTime } from '../../text/duration.ts';

/** The metadata that a service would have and that must hold its address, while the document does not state it. */
export function metadataWithoutBase({ authentication, endpoints }: Service): readonly string[] {
  if (/^https?:/i.test(endpoints.baseAddress?.value ?? '')) return [];
  const kinds = authentication.schemes.flatMap(({ kind }) =>
    kind === undefined || isNotShown(kind) ? [] : [kind.value],
  );
  const gives = kinds.some((kind) => clientKinds.has(kind));
  if (gives) return [serverName, resourceName];
  return kinds.includes('jwt') ? [resourceName] : [];
}

/** What the order of webhooks costs, where a document states webhooks that are tried again; undefined for others. */
export function webhookNote({ events }: Pick<Service, 'events'>): string | undefined {
  const waits = events.deliveries.flatMap(({ kind, to, retries }) =>
    kind.value === 'webhook' && to !== undefined && !isNotShown(to) && retries !== undefined ? [retries.value] : [],
  );
  if (waits.length === 0) return undefined;
  const longest = Math.max(...waits.map(({ milliseconds }) => milliseconds));
  return (
    'webhooks keep the order of each record, which costs delay: to one subscriber, an event that fails holds back the later ' +
    `ones of its record for up to ${shownTime(longest)}`
  );
}
