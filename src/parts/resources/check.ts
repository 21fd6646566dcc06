import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CellGap } from '../../markdown/content.ts';
import type { Service } from '../service.ts';
import { checkFieldExpressions } from './check/computed.ts';
import { checkConstraints } from './check/constraints.ts';
import { checkExpressions } from './check/expressions.ts';
import { checkKept } from './check/kept.ts';
import { checkNames } from './check/names.ts';
import { checkShown } from './check/shown.ts';
import { checkSources } from './check/sources.ts';
import { checkTypes } from './check/types.ts';
import { checkUnions } from './check/unions.ts';
import type { Owner } from './owner.ts';

/** Checks the part "Resources and their fields": that each name, type, format, constraint, rule and shape fits the rest. */
export function check(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const { resources, objects, unions } = service.resources;
  const once = deduplicateReports(report);
  checkNames(service, once);
  const owners: Owner[] = [
    ...resources.map((model) => ({ kind: 'resource', model }) as const),
    ...objects.map((model) => ({ kind: 'object', model }) as const),
  ];
  checkTypes(service, owners, once);
  for (const owner of owners) checkConstraints(service, owner, once);
  for (const resource of resources) {
    checkSources(service, resource, once);
    checkFieldExpressions(service, resource, once);
    checkExpressions(service, resource, once);
    checkKept(service, resource, once);
  }
  for (const union of unions) checkUnions(service, union, once);
  checkShown(service, once);
}

/** Where one heading names several subjects their rows are checked for each; a mistake is told once. */
function deduplicateReports(report: (diagnostic: Diagnostic) => void): (diagnostic: Diagnostic) => void {
  const told = new Set<string>();
  return (diagnostic) => {
    const key = `${diagnostic.code} ${diagnostic.span.start} ${diagnostic.span.end} ${diagnostic.message}`;
    if (told.has(key)) return;
    told.add(key);
    report(diagnostic);
  };
}

/** Gaps that follow from the facts of this part: a `ref` that does not say what deleting the other record does. */
export function collectDerivedGaps(service: Service): readonly CellGap[] {
  return service.resources.resources.flatMap((resource) =>
    resource.fields
      .filter((field) => field.type?.kind === 'ref' && !field.constraints.some(({ kind }) => kind === 'on delete'))
      .map((field) => ({
        part: 'resources' as const,
        subject: `${resource.name.value}.${field.name.value}`,
        column: 'on delete',
        span: field.type!.span,
      })),
  );
}
