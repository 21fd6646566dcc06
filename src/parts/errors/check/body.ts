import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { BodyShape } from '../../../plan/body.ts';
import { entryRoles, errorRoles, fieldRoles } from '../../resolve/shapes.ts';
import type { Service } from '../../service.ts';
import { resolveErrorBody } from '../body.ts';
import { diagnostics } from '../diagnostics.ts';

const roles: readonly string[] = [...errorRoles, ...fieldRoles, ...entryRoles];
const titles = ['Code', 'Status', 'Condition', 'Message', 'Field', 'Meaning'];

/** Checks the shape of the line Body, and that it shows each column of the author's own and what is stated of fields. */
export function checkBody(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const { shape, diagnostics: found } = resolveErrorBody(service);
  for (const diagnostic of found) report(diagnostic);
  const { columns, fields, codes } = service.errors;
  const parts = shape === undefined ? [] : listShapes(shape);
  for (const { value, span } of columns) {
    if (roles.includes(value.toLowerCase())) report(diagnostics['column-is-role'](span, value));
    else if (found.length === 0 && !parts.some((part) => part.kind === 'role' && part.role === value))
      report(diagnostics['unused-column'](span, value, titles));
  }
  if (shape === undefined) return;
  const shows = (role: 'message' | 'code'): boolean =>
    parts.some((part) =>
      part.kind === 'entry' ? part.role === role : part.kind === 'fields' && part.entry === undefined,
    );
  const named = codes.find(({ field }) => field !== undefined)?.field;
  if (named !== undefined && !parts.some(({ kind }) => kind === 'fields'))
    report(diagnostics['fields-not-shown'](named.span, 'field'));
  for (const role of ['message', 'code'] as const) {
    const stated = fields.find((row) => row[role] !== undefined)?.[role];
    if (stated !== undefined && !shows(role))
      report(diagnostics['fields-not-shown'](stated.span, `${role} of a field`));
  }
}

/** A shape and all shapes inside it. */
function listShapes(shape: BodyShape): readonly BodyShape[] {
  switch (shape.kind) {
    case 'object':
      return [shape, ...shape.members.flatMap((member) => listShapes(member.shape))];
    case 'items':
      return [shape, ...shape.items.flatMap(listShapes)];
    case 'either':
      return [shape, ...shape.of.flatMap(listShapes)];
    case 'fields':
      return [shape, ...(shape.entry === undefined ? [] : listShapes(shape.entry))];
    default:
      return [shape];
  }
}
