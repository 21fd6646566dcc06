import type { BodyShape } from '../../plan/body.ts';
import type { Problem } from '../../problems/problem.ts';
import { entryRoles, errorRoles, fieldRoles } from '../../shape/resolve.ts';
import type { Service } from '../service.ts';
import { bodyOf } from './body.ts';
import { problems } from './problems.ts';

const roles: readonly string[] = [...errorRoles, ...fieldRoles, ...entryRoles];
const titles = ['Code', 'Status', 'Condition', 'Message', 'Meaning'];

/** Checks the shape of the line Body, and that it shows each column of the author's own. */
export function checkBody(service: Service, report: (problem: Problem) => void): void {
  const { shape, problems: found } = bodyOf(service);
  for (const problem of found) report(problem);
  const shown = new Set(shape === undefined ? [] : rolesIn(shape));
  for (const { value, span } of service.errors.columns) {
    if (roles.includes(value.toLowerCase())) report(problems['column-is-role'](span, value));
    else if (found.length === 0 && !shown.has(value)) report(problems['unused-column'](span, value, titles));
  }
}

function rolesIn(shape: BodyShape): readonly string[] {
  switch (shape.kind) {
    case 'role':
      return [shape.role];
    case 'object':
      return shape.members.flatMap((member) => rolesIn(member.shape));
    case 'items':
      return shape.items.flatMap(rolesIn);
    case 'either':
      return shape.of.flatMap(rolesIn);
    case 'fields':
      return shape.entry === undefined ? [] : rolesIn(shape.entry);
    default:
      return [];
  }
}
