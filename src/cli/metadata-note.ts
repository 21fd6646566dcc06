import { clientKinds, resourceName, serverName } from '../parts/authentication/serve-metadata.ts';
import { isNotShown } from '../parts/not-shown.ts';
import type { Service } from '../parts/service.ts';

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
