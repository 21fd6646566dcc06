import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { findNearestName, findNearestPlainName } from '../../../text/limited-suggestions.ts';
import type { Name } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { collectDefinitions } from '../../resolve/definitions.ts';
import { isInternal } from '../../resolve/inputs.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ChangeModel, ChangeWhere } from '../model.ts';
import type { Present } from '../present.ts';

type Report = (diagnostic: Diagnostic) => void;
type Field = ChangeWhere & { readonly kind: 'field' };

/** Looks up what a row names: in the version of the row it is there, or no longer there. */
export function checkNamed(known: Present, change: ChangeModel, report: Report): void {
  const { where } = change;
  if (where === undefined) return;
  if (where.kind === 'field') checkField(known, change, where, report);
  else if (where.kind === 'parameter') checkParameter(known, change, where, report);
  else checkName(known, change, where, report);
}

const gone = new Set(['removed', 'error removed']);

function checkField(known: Present, change: ChangeModel, { of, field, value }: Field, report: Report): void {
  const verb = change.change.value;
  const owner = known.fields.get(of.value);
  const union = collectDefinitions(known.older.service).unions.get(of.value);
  if (union !== undefined) {
    const cases = union.cases.map(({ object }) => object.value);
    const object = cases.find((branch) => known.fields.get(branch)?.has(field.value));
    report(diagnostics['union-row'](of.span, of.value, object));
    return;
  }
  if (owner === undefined) {
    report(
      diagnostics['not-there'](
        of.span,
        of.value,
        'resource or object',
        findNearestPlainName(known.fields, 'shapes', of.value, () => known.fields.keys()),
      ),
    );
    return;
  }
  const model = owner.get(field.value)?.model;
  const called = `${of.value}.${field.value}`;
  if (verb === 'removed') {
    if (model !== undefined && !isInternal(model)) report(diagnostics['still-there'](field.span, called, 'a field'));
    return;
  }
  if (model === undefined) {
    const place = describeWrittenField(known.older.service, field.value);
    const near = findNearestPlainName(owner, 'fields', field.value, () => owner.keys());
    report(
      place === undefined
        ? diagnostics['not-there'](field.span, field.value, `field of ${of.value}`, near)
        : diagnostics['written-out'](field.span, field.value, place),
    );
    return;
  }
  const older = change.before[0];
  if (verb === 'renamed' && value === undefined && older !== undefined && owner.has(older.text)) {
    report(diagnostics['still-there'](older.span, older.text, `a field of ${of.value}`));
  }
  const isRequired = model.constraints.some((constraint) => constraint.kind === 'required');
  if (verb === 'required' && !isRequired) report(diagnostics['not-there'](field.span, called, 'required field'));
  if (verb === 'optional' && isRequired) report(diagnostics['not-there'](field.span, called, 'optional field'));
  if (value === undefined) return;
  const values = known.values(of.value, field.value);
  const there = values.includes(value.value);
  if (verb === 'value removed') {
    if (there) report(diagnostics['still-there'](value.span, value.value, `a value of ${called}`));
  } else if (!there) {
    report(
      diagnostics['not-there'](
        value.span,
        value.value,
        `value of ${called}`,
        findNearestName(values, 'values', value.value, () => values),
      ),
    );
  }
  if (verb === 'renamed' && older !== undefined && values.includes(older.text)) {
    report(diagnostics['still-there'](older.span, older.text, `a value of ${called}`));
  }
}

function checkParameter(
  known: Present,
  change: ChangeModel,
  { parameter, operation }: ChangeWhere & { readonly kind: 'parameter' },
  report: Report,
): void {
  const names = known.parameters(operation.value);
  if (names === undefined) {
    const named = known.names('operation');
    report(
      diagnostics['not-there'](
        operation.span,
        operation.value,
        'operation',
        findNearestName(known, 'operations', operation.value, () => named.keys()),
      ),
    );
    return;
  }
  const there = names.has(parameter.value);
  const what = `parameter of ${operation.value}`;
  if (change.change.value === 'removed') {
    if (there) report(diagnostics['still-there'](parameter.span, parameter.value, `a ${what}`));
  } else if (!there) {
    report(
      diagnostics['not-there'](
        parameter.span,
        parameter.value,
        what,
        findNearestName(names, 'parameters', parameter.value, () => names.keys()),
      ),
    );
  }
  const { value: verb } = change.change;
  const older = change.before[0];
  if (verb === 'renamed' && older !== undefined && names.has(older.text)) {
    report(diagnostics['still-there'](older.span, older.text, `a ${what}`));
  }
  const model = known.older.operations.get(operation.value)?.parameters.get(parameter.value)?.model;
  if (model === undefined) return;
  const isRequired = model.constraints.some(({ text }) => text === 'required');
  if (verb === 'required' && !isRequired) {
    report(diagnostics['not-there'](parameter.span, parameter.value, `required ${what}`));
  }
  if (verb === 'optional' && isRequired) {
    report(diagnostics['not-there'](parameter.span, parameter.value, `optional ${what}`));
  }
}

function checkName(
  known: Present,
  change: ChangeModel,
  where: Exclude<ChangeWhere, { readonly kind: 'field' | 'parameter' }>,
  report: Report,
): void {
  const verb = change.change.value;
  const kinds = where.kind === 'name' ? known.bare(verb) : [where.kind];
  const { value, span }: Name = where.name;
  const operations = known.names('operation');
  if (verb === 'renamed' && where.kind === 'name' && operations.has(value)) {
    report(diagnostics['operation-name'](span, value));
    return;
  }
  const [, operation = '', member = ''] = /^(.* .*)\.(.*)$/.exec(value) ?? [];
  if (operations.has(operation)) {
    const place = describeWrittenField(known.older.service, member, operation) ?? `a shape of \`${operation}\``;
    report(diagnostics['written-out'](span, member, place));
    return;
  }
  const there = kinds.some((kind) => known.names(kind).has(value));
  const what = kinds.join(', ').replace(/, ([^,]*)$/, ' or $1');
  if (gone.has(verb)) {
    if (there) report(diagnostics['still-there'](span, value, `in use as ${what}`));
    return;
  }
  if (there) {
    const older = change.before[0];
    if (verb === 'renamed' && older !== undefined && kinds.some((kind) => known.names(kind).has(older.text))) {
      report(diagnostics['still-there'](older.span, older.text, `in use as ${what}`));
    }
    return;
  }
  report(
    diagnostics['not-there'](
      span,
      value,
      what,
      findNearestName(known, what, value, () => kinds.flatMap((kind) => [...known.names(kind).keys()])),
    ),
  );
}

/** The place of a shape that writes out a member of this name, in words; `operation`: of one operation alone. */
function describeWrittenField({ endpoints, events }: Service, key: string, operation?: string): string | undefined {
  const all = endpoints.operations.filter(({ name }) => operation === undefined || name.text === operation);
  const places = [
    ...all.flatMap(({ name, request, responses }) => [
      { words: request, place: `the Request of \`${name.text}\`` },
      ...(isNotShown(responses) ? [] : responses).map(({ shape }) => {
        return { words: shape, place: `the Response of \`${name.text}\`` };
      }),
    ]),
    ...(operation === undefined ? events.events : []).map(({ name, payload }) => {
      return { words: payload, place: `the Payload of \`${name.value}\`` };
    }),
  ];
  const found = places.find(({ words }) => {
    const shape = words === undefined || isNotShown(words) ? undefined : parseShape(words).shape;
    return shape !== undefined && holds(shape, key);
  });
  return found?.place;
}

function holds(shape: ShapeSyntax, key: string): boolean {
  if (shape.kind === 'list') return holds(shape.item, key);
  const members = shape.kind === 'object' ? shape.members : shape.kind === 'name' ? (shape.picks?.members ?? []) : [];
  return members.some((member) => member.key.value === key || holds(member.shape, key));
}
