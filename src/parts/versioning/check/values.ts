import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseExpression } from '../../../expression/parse.ts';
import type { ValueType } from '../../../expression/tree.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { resolveValueType } from '../../resolve/vocabulary.ts';
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
 * Checks what stands in Before, Old responses and Old requests of a row, against the types of its version (`known`; left
 * out where the version is not listed, so that the form alone can be told). Expressions over a record or `input` are asked
 * where the rows are undone.
 */
export function checkValues(service: Service, change: ChangeModel, known: Present | undefined, report: Report): void {
  const older = checkBefore(service, change, known, report);
  checkRequestsGiven(change, known, report);
  const expected = resolveExpectedType(service, change, older, known);
  const { oldResponses, oldRequests, where } = change;
  const isOfField = where?.kind === 'field' && known?.fields.has(where.of.value) === true;
  const isBehind = isOfField || (where?.kind === 'parameter' && known !== undefined);
  if (oldResponses?.kind === 'cel' && !isOfField) {
    for (const diagnostic of parseExpression(oldResponses.cel).diagnostics) report(diagnostic);
  }
  if (oldRequests?.kind === 'cel' && !isBehind) {
    for (const diagnostic of parseExpression(oldRequests.cel).diagnostics) report(diagnostic);
  }
  for (const given of [oldResponses, oldRequests]) {
    if (given?.kind !== 'default' || known === undefined || expected === undefined) continue;
    if (!checkLiteral(expected, given.literal, report)) continue;
    const field = given === oldResponses && older?.type !== undefined ? older : findPresentField(known, change);
    // what older callers are shown need not fit what is asked of those who send it
    const constraints = given === oldRequests ? (field?.constraints ?? []) : [];
    if (field !== undefined) checkHeld(service, { ...field, constraints }, given.literal, report);
  }
  if (oldResponses?.kind === 'as' && known !== undefined) checkAs(service, known, change, oldResponses.name, report);
}

/** The field that a row names, as it stands in the version of the row. */
function findPresentField(known: Present, { where }: ChangeModel): FieldModel | undefined {
  return where?.kind === 'field' ? known.fields.get(where.of.value)?.get(where.field.value)?.model : undefined;
}

function resolveExpectedType(
  service: Service,
  { change, where }: ChangeModel,
  older: BeforeField | undefined,
  known: Present | undefined,
): ValueType | undefined {
  if (where?.kind !== 'field') return undefined;
  const called = `${where.of.value}.${where.field.value}`;
  if (older?.type !== undefined) return resolveValueType(service, older.type, called);
  if (change.value === 'type' || change.value === 'removed') return undefined;
  return known?.symbols.fields(where.of.value)?.get(where.field.value)?.type;
}

function checkRequestsGiven(
  { change, where, oldRequests }: ChangeModel,
  known: Present | undefined,
  report: Report,
): void {
  if (oldRequests !== undefined || where?.kind !== 'field') return;
  if (change.value !== 'type') return;
  const now = known?.fields.get(where.of.value)?.get(where.field.value)?.model;
  const field: FieldModel = { name: where.field, constraints: now?.constraints ?? [], span: where.span };
  if (isSentByClient(field, 'creation')) report(diagnostics['requests-missing'](change.span, change.value));
}
