import type { Problem } from '../../problems/problem.ts';
import { parseShape } from '../../shape/parse.ts';
import { errorRoles, resolveAnswer } from '../../shape/resolve.ts';
import type { MemberSyntax, ShapeSyntax } from '../../shape/syntax.ts';
import type { Service } from '../service.ts';
import { bodyRoles } from './body-roles.ts';
import { problems } from './problems.ts';

const roles: ReadonlySet<string> = new Set(errorRoles);
const titles = ['Code', 'Status', 'Condition', 'Message', 'Meaning'];

/** Checks the shape of the line Body, and that it shows each column of the author's own. */
export function checkBody(service: Service, report: (problem: Problem) => void): void {
  const { body, columns } = service.errors;
  const shown = new Set<string>();
  if (body?.kind === 'shape') {
    const parsed = parseShape(body.words);
    for (const problem of parsed.problems) report(problem);
    if (parsed.shape !== undefined) {
      addRoles(parsed.shape, shown);
      const context = { service, place: 'error body', roles: bodyRoles(service) } as const;
      for (const problem of resolveAnswer(parsed.shape, context).problems) report(problem);
    }
  }
  for (const { value, span } of columns) {
    if (roles.has(value.toLowerCase())) report(problems['column-is-role'](span, value, errorRoles));
    else if (!shown.has(value.toLowerCase())) report(problems['unused-column'](span, value, titles));
  }
}

function addRoles(shape: ShapeSyntax, into: Set<string>): void {
  const members = (list: readonly MemberSyntax[]): void => {
    for (const member of list) addRoles(member.shape, into);
  };
  if (shape.kind === 'role') into.add(shape.name.toLowerCase());
  if (shape.kind === 'list') addRoles(shape.item, into);
  if (shape.kind === 'object') members(shape.members);
  if (shape.kind === 'name' && shape.picks !== undefined) members(shape.picks.members);
}
