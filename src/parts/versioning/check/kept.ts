import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { diagnostics } from '../diagnostics.ts';
import type { VersionDraft } from '../downgrade/draft.ts';
import { listAddedFields, listAddedParameters } from '../downgrade/expressions.ts';
import { listRemovedSources } from '../downgrade/reads.ts';
import type { ChangeModel } from '../model.ts';

/** Warns of rows by which less happens than they may seem to say: rules stay, and what is sent goes nowhere. */
export function checkKept(
  draft: VersionDraft,
  rows: readonly ChangeModel[],
  report: (diagnostic: Diagnostic) => void,
): void {
  for (const { change, where } of rows) {
    if (change.value === 'constraint' && (where?.kind === 'rule' || where?.kind === 'name')) {
      report(diagnostics['rule-stays'](where.span, where.name.value));
    }
  }
  const read = new Set(
    [...draft.fields.values()].flatMap((field) =>
      listRemovedSources(draft, field).map((name) => `${field.owner}.${name}`),
    ),
  );
  for (const field of draft.fields.values()) {
    const { requests, newer, owner, older, row } = field;
    const isRead = read.has(`${owner}.${older?.name.value}`);
    if (requests === undefined && newer === undefined && older !== undefined && !isRead) {
      if (isSentByClient(older, 'creation')) report(diagnostics['requests-missing'](row.change.span, 'removed'));
    }
    if (requests?.given.kind !== 'cel' || newer !== undefined) continue;
    const { length } = listAddedFields(draft, field);
    if (length !== 1)
      report(diagnostics['discarded-value'](requests.given.span, `${owner}.${older?.name.value}`, length, true));
  }
  for (const parameter of draft.parameters.values()) {
    const { requests, newer, older } = parameter;
    if (requests?.given.kind !== 'cel' || newer !== undefined) continue;
    const { length } = listAddedParameters(draft, parameter);
    if (length !== 1)
      report(diagnostics['discarded-value'](requests.given.span, older?.name.value ?? '', length, false));
  }
}
