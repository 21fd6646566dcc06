import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { beyondBounds, fieldErrorWords, findFieldFact } from '../../../plan/fields/field-errors.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { findNearestName, findNearestPlainName } from '../../../text/limited-suggestions.ts';
import { locateSlice } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { collectDefinitions, findField } from '../../resolve/definitions.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldErrorModel, FieldErrorOn } from '../model.ts';

/** Problems that only a field has which states something for them. */
const ofFacts = new Set([
  ...['too short', 'too long', 'too small', 'too large', 'too few', 'too many'],
  ...['pattern', 'multiple of', 'duplicate items', 'not one of', 'reference', 'not unique', 'unknown'],
]);

/** Whether a problem can be one of this field: of a constraint that it has, of its type, and never that it is not known. */
function isPossible(service: Service, of: string, field: FieldModel, problem: string): boolean {
  if (!ofFacts.has(problem)) return true;
  if (problem === 'not unique') {
    return (
      field.constraints.some(({ kind }) => kind === 'unique' || kind === 'unique where' || kind === 'identity') ||
      field.name.value === 'id'
    );
  }
  return has(resolveSchema(service, field, `${of}.${field.name.value}`), problem);
}

function has(schema: ValueSchema, problem: string): boolean {
  if (schema.type === 'choice' && problem === 'not one of') return true;
  if (schema.type === 'ref' && problem === 'reference') return true;
  if ('item' in schema && has(schema.item, problem)) return true;
  return (schema.constraints ?? []).some((constraint) => {
    if (constraint.kind === 'unique items') return problem === 'duplicate items';
    if (constraint.kind !== 'range') return problem === constraint.kind;
    const [less, more] = beyondBounds[constraint.unit];
    return (constraint.from !== undefined && problem === less) || (constraint.to !== undefined && problem === more);
  });
}

type Report = (diagnostic: Diagnostic) => void;

/** Checks the rows of Field errors: the problems and places that they name, what they say, and that no two say the same. */
export function checkFields(service: Service, report: Report): void {
  const seen = new Map<string, FieldErrorModel>();
  for (const row of service.errors.fields) {
    for (const { value, span } of row.problems) {
      if (!fieldErrorWords.includes(value)) report(diagnostics['unknown-problem'](span, value, fieldErrorWords));
    }
    for (const on of row.on) checkPlace(service, row, on, report);
    if (row.message === undefined && row.code === undefined) report(diagnostics['says-nothing'](row.span));
    checkBraces(row, report);
    checkTwice(row, seen, report);
  }
}

function checkPlace(service: Service, row: FieldErrorModel, on: FieldErrorOn, report: Report): void {
  if (on.kind === 'parameter') {
    checkParameter(service, on, report);
    return;
  }
  const { resources, objects } = collectDefinitions(service);
  const holder = resources.get(on.of.value) ?? objects.get(on.of.value);
  if (holder === undefined) {
    const names = (): readonly string[] => [...resources.keys(), ...objects.keys()];
    const near = findNearestPlainName(resources, 'holders', on.of.value, names);
    report(diagnostics['unknown-field'](on.of.span, on.of.value, 'resource or object', near));
    return;
  }
  if (on.kind === 'holder') return;
  const field = findField(holder, on.field.value);
  if (field === undefined) {
    const names = (): readonly string[] => holder.fields.map(({ name }) => name.value);
    const near = findNearestPlainName(holder, 'fields', on.field.value, names);
    report(diagnostics['unknown-field'](on.field.span, on.field.value, 'field', near, on.of.value));
    return;
  }
  for (const { value } of row.problems) {
    if (isPossible(service, on.of.value, field, value)) continue;
    report(diagnostics['never-wrong'](on.span, `${on.of.value}.${on.field.value}`, value));
  }
}

function checkParameter(service: Service, on: FieldErrorOn & { readonly kind: 'parameter' }, report: Report): void {
  const { parameter, operation } = on;
  const operations = createOperationNames(service);
  const found = operation === undefined ? undefined : operations.named.get(operation.value);
  if (operation !== undefined && found === undefined) {
    const near = findNearestName(operations, 'operations', operation.value, () => operations.named.keys());
    report(diagnostics['unknown-field'](operation.span, operation.value, 'operation', near));
    return;
  }
  const names = collectParameterNames(found ?? operations, found === undefined ? operations.all : [found]);
  if (names.has(parameter.value)) return;
  const near = findNearestName(found ?? operations, 'parameters', parameter.value, () => names);
  report(diagnostics['unknown-field'](parameter.span, parameter.value, 'parameter', near, found?.name.text));
}

/** The names of all parameters of some operations; worked out once for their owner. */
const collectParameterNames = memo((_owner: object, of: readonly OperationModel[]): ReadonlySet<string> => {
  return new Set(of.flatMap(({ parameters }) => parameters.map(({ name }) => name.value)));
});

/** What a Message may name in braces: the field, and the fact that every diagnostic of its row has. */
function checkBraces({ message, problems: words }: FieldErrorModel, report: Report): void {
  if (message === undefined) return;
  const facts = new Set(words.map(({ value }) => findFieldFact(value)));
  const known = ['name', 'path', ...(facts.size === 1 ? [...facts] : [])].filter((fact) => fact !== undefined);
  for (const { index, 0: whole, 1: word } of message.text.matchAll(/\{([a-z]+)\}/g)) {
    if (!known.includes(word!))
      report(diagnostics['unknown-fact'](locateSlice(message, index, index + whole.length), whole, known));
  }
}

function checkTwice(row: FieldErrorModel, seen: Map<string, FieldErrorModel>, report: Report): void {
  const places = row.on.length === 0 ? [''] : row.on.map(describeFieldTarget);
  for (const { value, span } of row.problems) {
    for (const place of places) {
      for (const column of ['Message', 'Code'] as const) {
        const said = column === 'Message' ? row.message : row.code;
        const key = JSON.stringify([value, place, column]);
        const first = seen.get(key);
        if (said === undefined) continue;
        if (first === undefined) seen.set(key, row);
        else report(diagnostics['duplicate-wording'](span, value, place, column, first.span));
      }
    }
  }
}

function describeFieldTarget(on: FieldErrorOn): string {
  if (on.kind === 'field') return `${on.of.value}.${on.field.value}`;
  if (on.kind === 'holder') return on.of.value;
  const of = on.operation === undefined ? '' : ` of ${on.operation.value}`;
  return `parameter ${on.parameter.value}${of}`;
}
