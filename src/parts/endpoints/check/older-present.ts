import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/location.ts';
import type { Service } from '../../service.ts';
import { type About, resolveOperation } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { resolvePresentCode } from '../resolve/present-code.ts';
import { resolvePresentPassword } from '../resolve/present-password.ts';
import { resolveStatedRequest } from '../resolve/shapes.ts';

/** A line that adds a member to a body. */
interface AddingLine {
  readonly code: 'present-password' | 'present-code';
  readonly span: Span | undefined;
  /** Explains why the member cannot be added. */
  explain(): string | undefined;
}

/**
 * Checks that the lines Present password and Present code hold in each older version that is served: a field may have the name of their
 * member there. `serviceAt` gives the service as a version shows it.
 */
export function checkOlderPresent(
  { endpoints, versioning }: Service,
  serviceAt: (version: string) => Service | undefined,
  report: (diagnostic: Diagnostic) => void,
): void {
  const names = new Set(
    endpoints.operations.flatMap(({ name, present, presentCode }) =>
      present === undefined && presentCode === undefined ? [] : [name.text],
    ),
  );
  if (names.size === 0) return;
  const told = new Set<string>();
  for (const { name: version, status } of versioning.versions.slice(1)) {
    if (status?.value === 'retired') continue;
    const older = serviceAt(version.value);
    for (const operation of older?.endpoints.operations ?? []) {
      const { name } = operation;
      if (!names.has(name.text)) continue;
      for (const { code, span, explain } of listLines(resolveOperation(older!, operation))) {
        const key = `${code} ${name.text}`;
        const why = span === undefined || told.has(key) ? undefined : explain();
        if (why === undefined) continue;
        report(diagnostics[code](span!, name.text, `in version \`${version.value}\`, ${why}`));
        told.add(key);
      }
    }
  }
}

function listLines(about: About): readonly AddingLine[] {
  const { present, presentCode } = about.operation;
  const { shape } = resolveStatedRequest(about);
  const reason = (found: object | string | undefined) => (typeof found === 'string' ? found : undefined);
  return [
    {
      code: 'present-password',
      span: present?.span,
      explain: () => reason(resolvePresentPassword(about, shape)),
    },
    {
      code: 'present-code',
      span: presentCode?.span,
      explain: () => reason(resolvePresentCode(about, shape)),
    },
  ];
}
