import { parseExpression } from '../../expression/parse.ts';
import type { ValueType } from '../../expression/tree.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Words } from '../../text/place.ts';
import { checked } from '../meaning/expressions.ts';
import { clientSends } from '../meaning/inputs.ts';
import { valueTypeOf } from '../meaning/vocabulary.ts';
import { readConstraint } from '../resources/constraint-words.ts';
import type { ConstraintModel, FieldModel } from '../resources/model.ts';
import { readFormat, readType } from '../resources/type-words.ts';
import type { Service } from '../service.ts';
import { checkAs } from './check-as.ts';
import { checkLiteral } from './check-literal.ts';
import type { ChangeModel } from './model.ts';
import type { Present } from './present.ts';
import { problems } from './problems.ts';
import { environmentOf } from './undo-expressions.ts';

type Report = (problem: Problem) => void;

/** What Before says of an older field. */
interface OlderField {
  readonly type?: FieldModel['type'];
  readonly format?: FieldModel['format'];
  readonly constraints: readonly ConstraintModel[];
}

/**
 * Checks what stands in Before, Older callers and Older requests of a row, against the types of its version (`known`; left
 * out where the version is not listed, so that the form alone can be told). What `input` holds is asked behind the undoing.
 */
export function checkValues(service: Service, change: ChangeModel, known: Present | undefined, report: Report): void {
  const older = readBefore(change, report);
  checkRequestsGiven(change, older, known, report);
  const expected = expectedType(service, change, older, known);
  const { olderCallers, olderRequests, where } = change;
  if (olderCallers?.kind === 'cel') {
    const owner = where?.kind === 'field' && known?.fields.has(where.of.value) ? where.of.value : undefined;
    const found =
      owner === undefined || known === undefined
        ? parseExpression(olderCallers.cel)
        : checked(olderCallers.cel, environmentOf(known.vocabulary, 'record', owner, expected));
    for (const problem of found.problems) report(problem);
  }
  if (olderRequests?.kind === 'cel' && (where?.kind !== 'field' || known?.fields.has(where.of.value) !== true)) {
    for (const problem of parseExpression(olderRequests.cel).problems) report(problem);
  }
  for (const given of [olderCallers, olderRequests]) {
    if (given?.kind === 'default' && known && expected !== undefined) checkLiteral(expected, given.literal, report);
  }
  if (olderCallers?.kind === 'as' && known !== undefined) checkAs(service, known, change, olderCallers.name, report);
}

function expectedType(
  service: Service,
  { change, where }: ChangeModel,
  older: OlderField | undefined,
  known: Present | undefined,
): ValueType | undefined {
  if (where?.kind !== 'field') return undefined;
  const called = `${where.of.value}.${where.field.value}`;
  if (older?.type !== undefined) return valueTypeOf(service, older.type, called, older.format?.name.value);
  if (change.value === 'type' || change.value === 'removed') return undefined;
  return known?.vocabulary.fields(where.of.value)?.get(where.field.value)?.type;
}

const olderNames = /^[^\s;,]+$/;

function readBefore({ change, before, where }: ChangeModel, report: Report): OlderField | undefined {
  const [first, ...others] = before;
  if (first === undefined) return undefined;
  const only = (what: string, fits: boolean, suggestion?: string): undefined => {
    if (!fits) report(problems.before(first.span, first.text, what, suggestion));
    else if (others[0] !== undefined)
      report(problems.before(others[0].span, others[0].text, 'due here: one is enough'));
  };
  switch (change.value) {
    case 'renamed':
      return only('an older name', olderNames.test(unquoted(first.text)));
    case 'path':
      return only('a method and a path, such as `GET /bills`', /^[A-Z]+ \/\S*$/.test(first.text));
    case 'status':
      return only('a status, such as `200`', /^[1-5][0-9]{2}$/.test(first.text));
    case 'limit':
      return only('the older Value', true);
    case 'type':
    case 'removed':
      return where?.kind === 'field' ? readField(before, change.value === 'removed', report) : undefined;
    case 'constraint':
      readConstraints(before, report);
      return undefined;
    default:
      return undefined;
  }
}

function unquoted(text: string): string {
  return text.replace(/^`(.*)`$/s, '$1').replace(/^"(.*)"$/s, '$1');
}

function readField([first, ...others]: readonly Words[], withConstraints: boolean, report: Report): OlderField {
  const type = readType(first!);
  for (const problem of type.problems) report(problem);
  const second = others[0];
  const format = second === undefined ? undefined : readFormat(second);
  const isFormat = format !== undefined && format.problems.length === 0;
  const rest = isFormat ? others.slice(1) : others;
  if (!withConstraints && rest[0] !== undefined) {
    for (const problem of format?.problems ?? []) report(problem);
    if (isFormat) report(problems.before(rest[0].span, rest[0].text, 'due here: behind the format stands nothing'));
  }
  return {
    ...(type.type === undefined ? {} : { type: type.type }),
    ...(isFormat && format.format !== undefined ? { format: format.format } : {}),
    constraints: withConstraints ? readConstraints(rest, report) : [],
  };
}

function readConstraints(items: readonly Words[], report: Report): ConstraintModel[] {
  return items.flatMap((item) => {
    const { constraint, problems: found } = readConstraint(item);
    for (const problem of found) report(problem);
    return constraint ?? [];
  });
}

function checkRequestsGiven(
  { change, where, olderRequests }: ChangeModel,
  older: OlderField | undefined,
  known: Present | undefined,
  report: Report,
): void {
  if (olderRequests !== undefined || where?.kind !== 'field') return;
  if (change.value !== 'removed' && change.value !== 'type') return;
  const now = known?.fields.get(where.of.value)?.get(where.field.value)?.model;
  const constraints = change.value === 'removed' ? (older?.constraints ?? []) : (now?.constraints ?? []);
  const field: FieldModel = { name: where.field, constraints, span: where.span };
  if (clientSends(field, 'creation')) report(problems['requests-missing'](change.span, change.value));
}
