import { errorRoles, eventRoles, fieldRoles, listRoles } from '../../shape/roles.ts';
import { type Candidate, type CompletionContext, createNames, readResource } from './candidate.ts';

/** Completes a shape in a code span: names of shapes, and inside of braces also fields and roles. */
export function completeShape(context: CompletionContext, inBraces: boolean): readonly Candidate[] {
  const { place } = context;
  const shapes = createNames(context, ['resource', 'object', 'union']);
  const lists = shapes.map(({ label, kind }) => ({ label: `${label}[]`, kind, detail: `a list of ${label}` }));
  if (!inBraces) return [...shapes, ...lists];
  const resource = readResource(place.row.Operation ?? place.row.When ?? '');
  const roles =
    place.part === 'errors' ? [...errorRoles, ...fieldRoles] : place.part === 'events' ? eventRoles : listRoles;
  return [
    ...(resource === undefined ? [] : createNames(context, ['field'], resource)),
    ...shapes,
    ...lists,
    ...roles.map((label) => ({ label, kind: 'word' as const, detail: 'a value of the service' })),
  ];
}
