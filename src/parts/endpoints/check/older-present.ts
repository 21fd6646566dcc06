import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Service } from '../../service.ts';
import { resolveOperation } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { resolvePresentPassword } from '../resolve/present-password.ts';
import { resolveStatedRequest } from '../resolve/shapes.ts';

/**
 * Checks that the line Present password holds in each older version that is served: a field may have the name of its member there.
 * `serviceAt` gives the service as a version shows it.
 */
export function checkOlderPresent(
  { endpoints, versioning }: Service,
  serviceAt: (version: string) => Service | undefined,
  report: (diagnostic: Diagnostic) => void,
): void {
  const names = new Set(
    endpoints.operations.flatMap(({ name, present }) => (present === undefined ? [] : [name.text])),
  );
  if (names.size === 0) return;
  for (const { name: version, status } of versioning.versions.slice(1)) {
    if (status?.value === 'retired') continue;
    const older = serviceAt(version.value);
    for (const operation of older?.endpoints.operations ?? []) {
      const { name, present } = operation;
      if (present === undefined || !names.has(name.text)) continue;
      const about = resolveOperation(older!, operation);
      const found = resolvePresentPassword(about, resolveStatedRequest(about).shape);
      if (typeof found !== 'string') continue;
      report(diagnostics['present-password'](present.span, name.text, `in version \`${version.value}\`, ${found}`));
      names.delete(name.text);
    }
  }
}
