import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { has } from '../../resolve/vocabulary.ts';
import type { FieldModel } from '../../resources/model.ts';
import { diagnostics } from '../diagnostics.ts';
import type { VersionDraft } from '../downgrade/draft.ts';
import type { ChangeModel, VersioningModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Warns where callers of the version below may get what their version rules out, and no row says how it is shown. */
export function checkShown(
  draft: VersionDraft,
  rows: readonly ChangeModel[],
  { compatibility }: VersioningModel,
  report: Report,
): void {
  const fine = new Set(compatibility.filter((row) => row.class.value === 'compatible').map((row) => row.change.value));
  const warns = (row: ChangeModel): boolean =>
    !fine.has(row.change.value) && !fine.has(`${row.change.value} in responses`);
  for (const row of rows) {
    const { change, where, oldResponses } = row;
    if (change.value !== 'value added' || where?.kind !== 'field' || where.value === undefined) continue;
    const older = draft.fields.get(`${where.of.value}.${where.field.value}`)?.older;
    if (oldResponses !== undefined || !warns(row) || (older !== undefined && !isAnswered(older))) continue;
    report(diagnostics['unknown-value'](where.value.span, where.value.value, `${where.of.value}.${where.field.value}`));
  }
  for (const { owner, older, newer, callers, row } of draft.fields.values()) {
    if (older === undefined || callers !== undefined || !warns(row)) continue;
    const mayLack = newer === undefined || !has(newer.model, 'required');
    if (!mayLack || !has(older, 'required') || !isAnswered(older)) continue;
    report(diagnostics['may-be-missing'](row.change.span, `${owner}.${older.name.value}`));
  }
}

function isAnswered({ constraints }: FieldModel): boolean {
  return !constraints.some(
    (constraint) =>
      constraint.kind === 'direction' && (constraint.word === 'write-only' || constraint.word === 'internal'),
  );
}
