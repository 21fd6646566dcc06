import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import { slice } from '../../../text/location.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import type { Machine } from '../../resolve/machines.ts';
import { isComputedWhenShown } from '../../resolve/shown-fields.ts';
import { findIdentity, has } from '../../resolve/vocabulary.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { MatrixModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the table of fields by state: its columns are the states, its rows fields, its cells what can hold. */
export function checkMatrix(service: Service, machine: Machine, report: Report): void {
  const { matrix } = machine.model;
  if (matrix === undefined || machine.field === undefined) return;
  const known = [...machine.states.keys()];
  const columns = new Set(matrix.states.map((state) => state.value));
  const gone = new Set(machine.model.states.filter(({ kind }) => kind?.value === 'gone').map(({ name }) => name.value));
  const missing = known.filter((name) => !columns.has(name) && !gone.has(name));
  for (const { value, span } of matrix.states) {
    if (!machine.states.has(value))
      report(diagnostics['matrix-state'](span, value, findNearestAmongFew(service, value, missing)));
  }
  const unknown = matrix.states.filter((state) => !machine.states.has(state.value));
  const [first] = matrix.states;
  if (missing.length > unknown.length && first !== undefined) {
    const span = { start: first.span.start, end: matrix.states.at(-1)!.span.end };
    report(diagnostics['matrix-columns'](span, missing.map((name) => `\`${name}\``).join(', ')));
  }
  const fields = new Map(machine.resource.fields.map((field) => [field.name.value, field]));
  for (const row of matrix.rows) checkRow(service, machine, row, fields, report);
}

function checkRow(
  { source }: Service,
  machine: Machine,
  row: MatrixModel['rows'][number],
  fields: ReadonlyMap<string, FieldModel>,
  report: Report,
): void {
  const { value, span } = row.field;
  const field = fields.get(value);
  if (field === undefined) return;
  if (field.type?.kind === 'state') {
    report(diagnostics['matrix-cannot'](span, value, 'in this table', 'a state is moved by transitions alone'));
    return;
  }
  if (isComputedWhenShown(machine.resource.fields, field)) {
    report(
      diagnostics['matrix-cannot'](
        span,
        value,
        'in this table',
        'it is computed where its record is shown, so it is not stored',
      ),
    );
    return;
  }
  for (const [index, cell] of row.cells.entries()) {
    if (cell === undefined || machine.model.matrix?.states[index] === undefined) continue;
    const why = explainWhyNotCell(machine, field, cell.value);
    if (why === undefined) continue;
    // In the column Editable, the text is the name of the field.
    const isCell = cell.value === 'editable' && slice(source, cell.span) === 'editable' && value !== 'editable';
    report(diagnostics['matrix-cannot'](cell.span, value, `\`${cell.value}\``, why, isCell ? '' : undefined));
  }
}

function explainWhyNotCell(machine: Machine, field: FieldModel, cell: string): string | undefined {
  if (cell === 'editable' && !isSentByClient(field, 'change')) return 'no client may change it';
  if (cell !== 'absent') return undefined;
  if (findIdentity(machine.resource) === field) return 'it is the identity';
  if (has(field, 'required') && field.type?.nullable !== true) return 'it is `required`';
  if (has(field, 'assigned') || has(field, 'assigned from') || has(field, 'assigned on update')) {
    return 'the service assigns it';
  }
  if (has(field, 'default') && field.type?.nullable !== true) return 'a field with a default is always present';
  return undefined;
}
