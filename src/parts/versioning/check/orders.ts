import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestPlainName } from '../../../text/limited-suggestions.ts';
import { diagnostics as endpointProblems } from '../../endpoints/diagnostics.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { explainWhyNotSortable } from '../../resolve/fitting.ts';
import type { Older } from '../../resolve/older.ts';
import { collectDefinitions, findField } from '../../resolve/vocabulary.ts';
import { diagnostics } from '../diagnostics.ts';
import type { VersionDraft } from '../downgrade/draft.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Asks of the orders that rows state what is asked of present ones: the version below has their fields, still stored as they were. */
export function checkOrders(older: Older, { orders }: VersionDraft, report: Report): void {
  for (const [name, order] of orders) {
    const operation = older.operations.get(name);
    if (operation !== undefined && order !== undefined) checkOrder(older, operation.model, order, report);
  }
}

function checkOrder(
  older: Older,
  { name }: OperationModel,
  { items, span: whole }: NonNullable<OperationModel['order']>,
  report: Report,
): void {
  if (name.verb !== 'list') {
    report(endpointProblems['order-not-here'](whole, name.text));
    return;
  }
  const owner = collectDefinitions(older.service).resources.get(name.resource?.value ?? '');
  const known = owner && older.fields.get(owner.name.value);
  if (owner === undefined || known === undefined) return;
  for (const { field } of items) {
    const { value, span } = field;
    const found = known.get(value);
    const present = found?.present === undefined ? undefined : findField(owner, found.present);
    if (present === undefined) {
      const near = findNearestPlainName(known, 'fields', value, () => known.keys());
      report(diagnostics['older-path'](span, value, owner.name.value, near));
      continue;
    }
    const why = found?.retyped ? 'its type was another one' : explainWhyNotSortable(older.service, owner, present);
    if (why !== undefined) report(endpointProblems['not-orderable'](span, value, why));
  }
}
