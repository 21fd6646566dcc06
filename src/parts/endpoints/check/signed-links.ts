import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { signatureParameter } from '../../../plan/files/signed-links.ts';
import { has } from '../../resolve/definitions.ts';
import { getStatedContent } from '../../resolve/files/contents.ts';
import { findLinkedOperation } from '../../resolve/files/signed-links.ts';
import { type About, findFieldByName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { resolvePath } from '../resolve/path.ts';

const year = 365 * 86_400_000;

/** Asks whether an operation with the line Signed links can serve links. */
export function checkSignedLinks(about: About, report: (diagnostic: Diagnostic) => void): void {
  const { signedLinks, name } = about.operation;
  if (signedLinks === undefined) return;
  const why = explainNoLinks(about, signedLinks.value);
  if (why !== undefined) report(diagnostics['signed-links-place'](signedLinks.span, name.text, why));
}

function explainNoLinks(about: About, milliseconds: number): string | undefined {
  const { service, operation, member, resource } = about;
  const field = getStatedContent(operation);
  const type = field === undefined ? undefined : resource && findFieldByName(resource, field)?.type;
  if (member.name !== 'read' || resource === undefined || field === undefined || type?.kind !== 'file')
    return 'it is not a `read` that returns the content of a file';
  if (operation.record !== undefined) return 'the line Record finds its record by the caller';
  const unshown = findUnshown(about);
  if (unshown !== undefined) return `its path contains \`${unshown}\``;
  if (operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name.value === signatureParameter))
    return `it has a parameter \`${signatureParameter}\` of its own`;
  const first = findLinkedOperation(service, resource.name.value, field);
  if (first !== undefined && first !== operation) return `\`${first.name.text}\` serves those to \`${field}\``;
  return milliseconds > year ? 'they would end after more than 365 days' : undefined;
}

/** Returns the first placeholder of a path that is a field of another record, or is shown once or never. */
function findUnshown(about: About): string | undefined {
  for (const segment of resolvePath(about).segments) {
    if (segment.kind === 'fixed') continue;
    const field = findFieldByName(about.resource!, segment.field);
    if (segment.by !== undefined || field === undefined) return segment.name;
    const isHidden = field.constraints.some(
      (constraint) =>
        constraint.kind === 'shown once' ||
        (constraint.kind === 'direction' &&
          (constraint.word === 'write-only' || (constraint.word === 'internal' && !has(field, 'assigned from')))),
    );
    if (isHidden) return segment.name;
  }
  return undefined;
}
