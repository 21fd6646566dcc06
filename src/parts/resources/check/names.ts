import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Name } from '../../../text/location.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the names of resources, objects, unions, fields and rules: none is taken, and no table is empty. */
export function checkNames(service: Service, report: Report): void {
  const { resources, objects, unions } = service.resources;
  for (const { fields, name, rules } of resources) {
    if (fields.length === 0) report(diagnostics['no-fields'](name.span, name.value, 'fields'));
    checkFields(fields, report);
    for (const rule of rules) reportPrototypeName(rule.name, report);
  }
  for (const { fields, name } of objects) {
    if (fields.length === 0) report(diagnostics['no-fields'](name.span, name.value, 'fields'));
    checkFields(fields, report);
  }
  for (const { cases, name } of unions) {
    if (cases.length === 0) report(diagnostics['no-fields'](name.span, name.value, 'tags'));
    for (const { tag } of cases) reportPrototypeName(tag, report);
  }
}

function checkFields(fields: readonly FieldModel[], report: Report): void {
  for (const field of fields) reportPrototypeName(field.name, report);
}

function reportPrototypeName(name: Name, report: Report): void {
  if (name.value === '__proto__') report(diagnostics.prototype(name.span));
}
