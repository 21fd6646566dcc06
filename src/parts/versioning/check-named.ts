import type { Problem } from '../../problems/problem.ts';
import type { Name } from '../../text/place.ts';
import { nearestOf } from '../../text/rationed.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { operationsOf } from '../meaning/operation-names.ts';
import type { Service } from '../service.ts';
import type { ChangeModel, ChangeWhere } from './model.ts';
import { present } from './present.ts';
import { problems } from './problems.ts';

type Report = (problem: Problem) => void;
type Field = ChangeWhere & { readonly kind: 'field' };

/** Looks up what a row of the newest version names: in the present document it is there, or no longer there. */
export function checkNamed(service: Service, change: ChangeModel, report: Report): void {
  const { where } = change;
  if (where === undefined) return;
  if (where.kind === 'field') checkField(service, change, where, report);
  else if (where.kind === 'parameter') checkParameter(service, change, where, report);
  else checkName(service, change, where, report);
}

const gone = new Set(['removed', 'error removed']);

function checkField(service: Service, change: ChangeModel, { of, field, value }: Field, report: Report): void {
  const verb = change.change.value;
  const known = present(service);
  const owner = known.fields.get(of.value);
  if (owner === undefined) {
    report(
      problems['not-there'](
        of.span,
        of.value,
        'resource or object',
        nearestOf(service, 'shapes', of.value, () => known.fields.keys()),
      ),
    );
    return;
  }
  const model = owner.get(field.value);
  const called = `${of.value}.${field.value}`;
  if (verb === 'removed') {
    if (model !== undefined) report(problems['still-there'](field.span, called, 'a field'));
    return;
  }
  if (model === undefined) {
    report(
      problems['not-there'](
        field.span,
        field.value,
        `field of ${of.value}`,
        nearestOf(owner, 'fields', field.value, () => owner.keys()),
      ),
    );
    return;
  }
  const older = change.before[0];
  if (verb === 'renamed' && value === undefined && older !== undefined && owner.has(older.text)) {
    report(problems['still-there'](older.span, older.text, `a field of ${of.value}`));
  }
  const isRequired = model.constraints.some((one) => one.kind === 'required');
  if (verb === 'required' && !isRequired) report(problems['not-there'](field.span, called, 'required field'));
  if (verb === 'optional' && isRequired) report(problems['not-there'](field.span, called, 'optional field'));
  if (value === undefined) return;
  const values = known.values(of.value, field.value);
  const there = values.includes(value.value);
  if (verb === 'value removed') {
    if (there) report(problems['still-there'](value.span, value.value, `a value of ${called}`));
  } else if (!there) {
    report(
      problems['not-there'](
        value.span,
        value.value,
        `value of ${called}`,
        nearestOf(values, 'values', value.value, () => values),
      ),
    );
  }
  if (verb === 'renamed' && older !== undefined && values.includes(older.text)) {
    report(problems['still-there'](older.span, older.text, `a value of ${called}`));
  }
}

const namesOfParameters = new WeakMap<OperationModel, ReadonlySet<string>>();

/** The names of an operation's parameters: many rows may ask for the same ones. */
function parametersOf(model: OperationModel): ReadonlySet<string> {
  const known = namesOfParameters.get(model) ?? new Set(model.parameters.map(({ name }) => name.value));
  namesOfParameters.set(model, known);
  return known;
}

function checkParameter(
  service: Service,
  change: ChangeModel,
  { parameter, operation }: ChangeWhere & { readonly kind: 'parameter' },
  report: Report,
): void {
  const { named } = operationsOf(service);
  const model = named.get(operation.value);
  if (model === undefined) {
    report(
      problems['not-there'](
        operation.span,
        operation.value,
        'operation',
        nearestOf(named, 'operations', operation.value, () => named.keys()),
      ),
    );
    return;
  }
  const names = parametersOf(model);
  const there = names.has(parameter.value);
  const what = `parameter of ${operation.value}`;
  if (change.change.value === 'removed') {
    if (there) report(problems['still-there'](parameter.span, parameter.value, `a ${what}`));
  } else if (!there) {
    report(
      problems['not-there'](
        parameter.span,
        parameter.value,
        what,
        nearestOf(model, 'parameters', parameter.value, () => names),
      ),
    );
  }
  const older = change.before[0];
  if (change.change.value === 'renamed' && older !== undefined && names.has(older.text)) {
    report(problems['still-there'](older.span, older.text, `a ${what}`));
  }
}

function checkName(
  service: Service,
  change: ChangeModel,
  where: Exclude<ChangeWhere, { readonly kind: 'field' | 'parameter' }>,
  report: Report,
): void {
  const verb = change.change.value;
  const known = present(service);
  const kinds = where.kind === 'name' ? known.bare(verb) : [where.kind];
  const { value, span }: Name = where.name;
  const there = kinds.some((kind) => known.names(kind).has(value));
  const what = kinds.join(', ').replace(/, ([^,]*)$/, ' or $1');
  if (gone.has(verb)) {
    if (there) report(problems['still-there'](span, value, `in use as ${what}`));
    return;
  }
  if (there) {
    const older = change.before[0];
    if (verb === 'renamed' && older !== undefined && kinds.some((kind) => known.names(kind).has(older.text))) {
      report(problems['still-there'](older.span, older.text, `in use as ${what}`));
    }
    return;
  }
  report(
    problems['not-there'](
      span,
      value,
      what,
      nearestOf(service, what, value, () => kinds.flatMap((kind) => [...known.names(kind)])),
    ),
  );
}
