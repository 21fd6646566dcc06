import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { explainMismatch } from '../../resolve/literals.ts';
import type { Older } from '../../resolve/older.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { VersionDraft } from '../downgrade/draft.ts';
import { listDefaultMismatches } from '../downgrade/field-defaults.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Says of the defaults of the version below that it does not accept them. `told`: where a diagnostic has been reported before. */
export function checkDefaults(older: Older, draft: VersionDraft, told: ReadonlySet<number>, report: Report): void {
  for (const { owner, field, row, stated, why } of listDefaultMismatches(older, draft)) {
    const { span } = stated.literal;
    if (told.has(span.start) || isWrongNow(older.service, span.start)) continue;
    const name = row?.newer?.model.name.value ?? field.model.name.value;
    const isStated = row !== undefined && row.newer?.model.constraints.includes(stated) !== true;
    const missing = isStated ? undefined : { field: `${owner}.${name}`, version: draft.newer };
    report(diagnostics['older-default'](span, `${owner}.${field.model.name.value}`, draft.older, why, missing));
  }
}

/** Whether a default does not fit the present field that states it: that is reported there. */
function isWrongNow(service: Service, start: number): boolean {
  const { resources, objects } = service.resources;
  return [...resources, ...objects].some(({ name, fields }) =>
    fields.some((field) => {
      const stated = field.constraints.find(({ kind }) => kind === 'default');
      if (stated?.kind !== 'default' || stated.literal.span.start !== start) return false;
      const schema = resolveSchema(service, field, `${name.value}.${field.name.value}`);
      return explainMismatch(service, schema, stated.literal.value) !== undefined;
    }),
  );
}
