import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CellGap } from '../../markdown/content.ts';
import { ownVerbs } from '../../plan/kinds.ts';
import type { Name } from '../../text/location.ts';
import { findReference } from '../resolve/definitions.ts';
import { isEverRun } from '../resolve/effects/ever-run.ts';
import { createEnvironments } from '../resolve/environments.ts';
import { resolveExpression } from '../resolve/expressions.ts';
import { explainCodeMismatch, listVerbSites, listWriteSites } from '../resolve/named-codes.ts';
import { listTransitionNames } from '../resolve/transitions.ts';
import { collectDefinitions, has } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import { checkAccountRecords } from './check/account-records.ts';
import { checkFieldExpressions } from './check/computed.ts';
import { checkConstraints } from './check/constraints.ts';
import { checkKept } from './check/kept.ts';
import { checkSecondFactors, checkTotps } from './check/second-factors.ts';
import { checkSessionRecords } from './check/session-records.ts';
import { checkShown } from './check/shown.ts';
import { checkSources } from './check/sources.ts';
import { checkTokens } from './check/tokens.ts';
import { checkTypes } from './check/types.ts';
import { diagnostics } from './diagnostics.ts';
import type { FieldModel, ResourceModel, UnionModel } from './model.ts';
import type { Owner } from './owner.ts';

/** Checks the part "Resources and their fields": that each name, type, constraint, rule and shape fits the rest. */
export function check(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const { resources, objects, unions } = service.resources;
  const once = deduplicateReports(report);
  checkNames(service, once);
  const owners: Owner[] = [
    ...resources.map((model) => ({ kind: 'resource', model }) as const),
    ...objects.map((model) => ({ kind: 'object', model }) as const),
  ];
  checkTypes(service, owners, once);
  for (const owner of owners) {
    checkConstraints(service, owner, once);
    checkTokens(service, owner, once);
    checkTotps(service, owner, once);
  }
  for (const resource of resources) {
    checkSources(service, resource, once);
    checkFieldExpressions(service, resource, once);
    checkExpressions(service, resource, once);
    checkKept(service, resource, once);
  }
  for (const union of unions) checkUnions(service, union, once);
  checkShown(service, once);
  checkSessionRecords(service, once);
  checkSecondFactors(service, once);
  checkAccountRecords(service, once);
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

/** Gaps that follow from the facts of this part: a reference that does not say what deleting the other record does. */
export function collectDerivedGaps(service: Service): readonly CellGap[] {
  return service.resources.resources.flatMap((resource) =>
    resource.fields
      .filter((field) => findReference(field) !== undefined && !has(field, 'on delete'))
      .map((field) => ({
        part: 'resources' as const,
        subject: `${resource.name.value}.${field.name.value}`,
        column: 'on delete',
        span: field.type!.span,
      })),
  );
}

/** Checks a union: it says what holds its tag, its objects exist, and none of them has a field where the tag stands. */
function checkUnions(service: Service, union: UnionModel, report: (diagnostic: Diagnostic) => void): void {
  const { name, taggedBy, cases } = union;
  if (taggedBy === undefined) report(diagnostics['not-tagged'](name.span, name.value));
  else if (taggedBy.value === '__proto__') report(diagnostics.prototype(taggedBy.span));
  const { objects } = collectDefinitions(service);
  for (const { object } of cases) {
    const model = objects.get(object.value);
    if (model === undefined) continue;
    const own = model.fields.find((field) => field.name.value === taggedBy?.value);
    if (own !== undefined) report(diagnostics['tag-is-field'](own.name.span, object.value, own.name.value));
  }
}

type Report = (diagnostic: Diagnostic) => void;

/** Checks the names of resources, objects, unions, fields and rules: none is taken, and no table is empty. */
function checkNames(service: Service, report: Report): void {
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

/** Checks the rules of a resource: conditions on the record, and the codes they answer with. */
function checkExpressions(service: Service, resource: ResourceModel, report: (diagnostic: Diagnostic) => void): void {
  if (resource.rules.length === 0) return;
  const { value: of } = resource.name;
  for (const { name, on, holds, otherwise } of resource.rules) {
    const names = [...new Set(on.map(({ value }) => value))].filter((verb) => isOperation(service, of, verb));
    checkRun(service, of, on, report);
    // A mistake at several operations is reported once.
    const found = new Map<string, Diagnostic>();
    for (const verb of on.length === 0 ? [undefined] : names) {
      const environment = createEnvironments(service).rule(of, name.value, verb);
      for (const each of holds === undefined ? [] : resolveExpression(holds, environment).diagnostics) {
        const key = `${each.code} ${each.span.start}`;
        if (!found.has(key)) found.set(key, each);
      }
    }
    for (const diagnostic of found.values()) report(diagnostic);
    if (otherwise !== undefined) checkOtherwise(service, of, { ...otherwise, names }, report);
  }
}

/** Checks that something runs each operation that On names; a transition that nothing runs is reported at its rows. */
function checkRun(service: Service, of: string, on: readonly Name[], report: Report): void {
  for (const { value, span } of on) {
    if (ownVerbs.has(value) && !isEverRun(service, value, of)) report(diagnostics['never-run'](span, value, of));
  }
}

/** Whether On can name an operation: other names are reported where all names are. */
function isOperation(service: Service, resource: string, name: string): boolean {
  return ownVerbs.has(name) || listTransitionNames(service, resource).has(name);
}

/** The code of a rule; `names` are those of On. */
interface Otherwise extends Name {
  readonly names: readonly string[];
}

function checkOtherwise(service: Service, resource: string, { value, span, names }: Otherwise, report: Report): void {
  const all = () =>
    names.length === 0
      ? listWriteSites(service, resource)
      : names.flatMap((verb) => listVerbSites(service, verb, resource));
  const of = [resource, ...names].join(' ');
  const misfit = explainCodeMismatch(service, value, 'rule broken', { of, all });
  if (misfit !== undefined) report(diagnostics['wrong-code'](span, value, misfit.leftOut));
}
