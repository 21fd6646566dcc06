import type { AnswerShape } from '../plan/shape.ts';
import { nearest } from '../text/nearest.ts';
import { problems } from './problems.ts';
import { type At, members, type Work } from './resolve-at.ts';
import { entryRoles, homeOf } from './roles.ts';
import type { ShapeSyntax } from './syntax.ts';

/** Resolves a role of the place; columns of the author's own are found whatever their letter case. */
export function role(work: Work, shape: ShapeSyntax & { kind: 'role' }, at: At): AnswerShape | undefined {
  const roles = at.inRecords ? (work.recordRoles ?? []) : work.roles;
  const lower = shape.name.toLowerCase();
  const found = roles.find((one) => one === shape.name) ?? roles.find((one) => one.toLowerCase() === lower);
  if (found === undefined) {
    const home = homeOf(shape.name);
    const near = nearest(shape.name, roles) ?? (roles.length === 0 ? JSON.stringify(shape.name) : undefined);
    work.problems.push(
      home === undefined
        ? problems['unknown-role'](shape.span, shape.name, roles, near)
        : problems['role-elsewhere'](shape.span, shape.name, home, hereIs(work, at)),
    );
    return undefined;
  }
  if (shape.members === undefined) return { kind: 'role', role: found };
  if (found !== 'fields' || work.place !== 'error body') {
    work.problems.push(problems['role-members'](shape.span, found));
    return undefined;
  }
  const { environment: _, ...rest } = work;
  const entry: Work = { ...rest, roles: entryRoles };
  return { kind: 'role', role: found, members: members(entry, shape.members, at) };
}

function hereIs(work: Work, at: At): string {
  if (work.place === 'list answer') return at.inRecords ? 'one record of a list' : 'the answer of a list';
  if (work.place === 'payload' || work.place === 'envelope') return `the ${work.place} of an event`;
  if (work.place === 'error body') return 'an error body';
  return work.place === 'shown as' ? 'a line Shown as' : 'the answer of one operation';
}
