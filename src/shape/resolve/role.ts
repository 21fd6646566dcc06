import type { AnswerShape } from '../../plan/shape.ts';
import { findNearest } from '../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import { findBuiltInLocation } from '../roles.ts';
import type { ShapeSyntax } from '../syntax.ts';
import type { At, Work } from './at.ts';

/** Resolves a role of the place. */
export function resolveBuiltIn(work: Work, shape: ShapeSyntax & { kind: 'role' }, at: At): AnswerShape | undefined {
  const roles = at.inRecords ? (work.recordRoles ?? []) : work.roles;
  const found = roles.find((candidate) => candidate === shape.name);
  if (found === undefined) {
    const home = findBuiltInLocation(shape.name);
    const near = findNearest(shape.name, roles) ?? (roles.length === 0 ? JSON.stringify(shape.name) : undefined);
    work.diagnostics.push(
      home === undefined
        ? diagnostics['unknown-role'](shape.span, shape.name, roles, near)
        : diagnostics['role-elsewhere'](shape.span, shape.name, home, describeLocation(work, at)),
    );
    return undefined;
  }
  if (shape.members === undefined) return { kind: 'role', role: found };
  work.diagnostics.push(diagnostics['role-members'](shape.span, found));
  return undefined;
}

function describeLocation(work: Work, at: At): string {
  if (work.place === 'list answer') return at.inRecords ? 'one record of a list' : 'the response of a list';
  if (work.place === 'payload' || work.place === 'envelope') return `the ${work.place} of an event`;
  return work.place === 'shown as' ? 'a line Shown as' : 'the response of this operation';
}
