import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { collectReferences } from '../../../expression/references.ts';
import { diagnostics as shape } from '../../../shape/diagnostics.ts';
import { slice } from '../../../text/location.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { explainWhyNotShown } from '../../resolve/shapes/fields.ts';
import { createFieldList, listHiddenValues } from '../../resolve/shapes/shown-values.ts';
import { isComputedWhenShown } from '../../resolve/shown-fields.ts';
import { findField } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ConstraintModel, FieldModel, ResourceModel } from '../model.ts';
import { findCycles } from './cycles.ts';
import { isGuessed } from './sources.ts';

/** Constraints that the service checks where a record is stored. */
const limitsValue: ReadonlySet<ConstraintModel['kind']> = new Set(['range', 'multiple of', 'pattern', 'unique items']);

type Report = (diagnostic: Diagnostic) => void;

/** Checks computed fields (their own record only, without circles) and the conditions of `unique where`. */
export function checkFieldExpressions(service: Service, resource: ResourceModel, report: Report): void {
  const needs = new Map<string, readonly string[]>();
  const places = new Map<string, ConstraintModel['span']>();
  for (const field of resource.fields) {
    for (const constraint of field.constraints) {
      if (constraint.kind === 'computed') {
        needs.set(field.name.value, checkComputed(service, resource, field, constraint, report));
        places.set(field.name.value, constraint.span);
      } else if (constraint.kind === 'unique where') checkWhile(service, resource, constraint, report);
      else if (limitsValue.has(constraint.kind) && isComputedWhenShown(resource.fields, field)) {
        const { source } = service;
        report(diagnostics['computed-limited'](constraint.span, slice(source, constraint.span), field.name.value));
      }
    }
  }
  for (const path of findCycles(needs)) {
    const span = places.get(path[0]!);
    if (span !== undefined) report(diagnostics['computed-cycle'](span, [...path, path[0]!].slice(0, 10).join(' → ')));
  }
}

function checkComputed(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  constraint: ConstraintModel & { readonly kind: 'computed' },
  report: Report,
): readonly string[] {
  const environment = createEnvironments(service).computed(resource.name.value, field.name.value);
  const { tree, diagnostics: found } = resolveExpression(constraint.cel, environment);
  for (const diagnostic of found) report(diagnostic);
  if (tree === undefined) return [];
  const { fields, refs } = collectReferences(tree);
  const isShown = explainWhyNotShown(field, false) === undefined;
  const from = { service, list: createFieldList(service), record: resource.name.value, created: false };
  const hidden = isShown ? listHiddenValues(from, tree) : [];
  for (const { of, field: other, why } of hidden) report(shape['never-shown'](constraint.cel.span, of, other, why));
  for (const { path, field: other } of refs) {
    report(diagnostics['computed-reach'](constraint.cel.span, [...path, other].join('.')));
  }
  const read = fields.get('record') ?? new Set();
  return read.has('*') ? resource.fields.map(({ name }) => name.value) : [...read];
}

function checkWhile(
  service: Service,
  resource: ResourceModel,
  constraint: ConstraintModel & { readonly kind: 'unique where' },
  report: Report,
): void {
  const { value } = resource.name;
  const { tree, diagnostics: found } = resolveExpression(
    constraint.cel,
    createEnvironments(service).uniqueWhile(value),
  );
  for (const diagnostic of found) report(diagnostic);
  if (tree === undefined) return;
  const { fields, refs } = collectReferences(tree);
  for (const { path, field } of refs)
    report(diagnostics['while-reach'](constraint.cel.span, [...path, field].join('.')));
  for (const name of fields.get('record') ?? []) {
    const field = findField(resource, name);
    if (field !== undefined && isGuessed(field)) report(diagnostics['unique-hidden'](constraint.cel.span, name));
  }
}
