import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseExpression } from '../../../expression/parse.ts';
import type { ValueType } from '../../../expression/tree.ts';
import { clientSends } from '../../resolve/inputs.ts';
import { valueTypeOf } from '../../resolve/vocabulary.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ChangeModel } from '../model.ts';
import type { Present } from '../present.ts';
import { checkAs } from './as.ts';
import { type BeforeField, checkBefore } from './before.ts';
import { checkHeld, checkLiteral } from './literal.ts';

type Report = (diagnostic: Diagnostic) => void;

/**
 * Checks what stands in Before, Older callers and Older requests of a row, against the types of its version (`known`; left
 * out where the version is not listed, so that the form alone can be told). Expressions over a record or `input` are asked
 * where the rows are undone.
 */
export function checkValues(service: Service, change: ChangeModel, known: Present | undefined, report: Report): void {
  const older = checkBefore(service, change, known, report);
  checkRequestsGiven(change, known, report);
  const expected = expectedType(service, change, older, known);
  const { olderCallers, olderRequests, where } = change;
  const isOfField = where?.kind === 'field' && known?.fields.has(where.of.value) === true;
  const isBehind = isOfField || (where?.kind === 'parameter' && known !== undefined);
  if (olderCallers?.kind === 'cel' && !isOfField) {
    for (const diagnostic of parseExpression(olderCallers.cel).diagnostics) report(diagnostic);
  }
  if (olderRequests?.kind === 'cel' && !isBehind) {
    for (const diagnostic of parseExpression(olderRequests.cel).diagnostics) report(diagnostic);
  }
  for (const given of [olderCallers, olderRequests]) {
    if (given?.kind !== 'default' || known === undefined || expected === undefined) continue;
    if (!checkLiteral(expected, given.literal, report)) continue;
    const field = given === olderCallers && older?.type !== undefined ? older : fieldAt(known, change);
    // what older callers are shown need not fit what is asked of those who send it
    const constraints = given === olderRequests ? (field?.constraints ?? []) : [];
    if (field !== undefined) checkHeld(service, { ...field, constraints }, given.literal, report);
  }
  if (olderCallers?.kind === 'as' && known !== undefined) checkAs(service, known, change, olderCallers.name, report);
}

/** The field that a row names, as it stands in the version of the row. */
function fieldAt(known: Present, { where }: ChangeModel): FieldModel | undefined {
  return where?.kind === 'field' ? known.fields.get(where.of.value)?.get(where.field.value)?.model : undefined;
}

function expectedType(
  service: Service,
  { change, where }: ChangeModel,
  older: BeforeField | undefined,
  known: Present | undefined,
): ValueType | undefined {
  if (where?.kind !== 'field') return undefined;
  const called = `${where.of.value}.${where.field.value}`;
  if (older?.type !== undefined) return valueTypeOf(service, older.type, called, older.format?.name.value);
  if (change.value === 'type' || change.value === 'removed') return undefined;
  return known?.symbols.fields(where.of.value)?.get(where.field.value)?.type;
}

function checkRequestsGiven(
  { change, where, olderRequests }: ChangeModel,
  known: Present | undefined,
  report: Report,
): void {
  if (olderRequests !== undefined || where?.kind !== 'field') return;
  if (change.value !== 'type') return;
  const now = known?.fields.get(where.of.value)?.get(where.field.value)?.model;
  const field: FieldModel = { name: where.field, constraints: now?.constraints ?? [], span: where.span };
  if (clientSends(field, 'creation')) report(diagnostics['requests-missing'](change.span, change.value));
}
