import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { memo } from '../../../text/memo.ts';
import { isNotShown } from '../../not-shown.ts';
import { listRowsNaming } from '../../resolve/operation-names.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { About } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { resolveResponse } from '../resolve/shapes.ts';

/** Reports a response that shows a token and that Idempotency would store. */
export function checkShownToken(about: About, report: (diagnostic: Diagnostic) => void): void {
  const { service, operation, resource } = about;
  const { name, responses } = operation;
  const tokens = resource && collectTokens(resource.fields);
  if (tokens === undefined || tokens.size === 0 || isNotShown(responses)) return;
  if (listRowsNaming(service, service.endpoints.idempotency, operation).length === 0) return;
  const shown = responses.flatMap(
    (response) =>
      findShown(
        resolveResponse(response.isNew === undefined ? about : (about.creation ?? about), response).shape,
        tokens,
      ) ?? [],
  );
  if (shown[0] !== undefined) report(diagnostics['token-kept'](name.span, name.text, shown[0]));
}

const collectTokens = memo((fields: readonly FieldModel[]): ReadonlySet<string> => {
  const tokens = fields.filter(({ type }) => findFormat(type)?.digested === true);
  return new Set(tokens.map(({ name }) => name.value));
});

function findShown(shape: AnswerShape | undefined, tokens: ReadonlySet<string>): string | undefined {
  if (shape?.kind === 'field') return tokens.has(shape.path[0] ?? '') ? shape.path[0] : undefined;
  if (shape?.kind !== 'object') return undefined;
  for (const { shape: member } of shape.members) {
    const found = findShown(member, tokens);
    if (found !== undefined) return found;
  }
  return undefined;
}
