import type { ObjectPlan, OperationRulePlan, ResourcePlan, SecondFactorPlan, UnionPlan } from '../../plan/resource.ts';
import { getLineNumber } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { findAccounts } from '../resolve/callers/accounts.ts';
import { findSecondFactor } from '../resolve/callers/second-factors.ts';
import { findSessionRecords } from '../resolve/callers/session-records.ts';
import { listTenantFields } from '../resolve/callers/tenant.ts';
import { findReference } from '../resolve/definitions.ts';
import { planDescription, planMeaning } from '../resolve/documentation.ts';
import { createEnvironments } from '../resolve/environments.ts';
import { resolveExpression } from '../resolve/expressions.ts';
import { planMachines } from '../resolve/machine-plan.ts';
import { readDefault, resolveSchema } from '../resolve/schemas.ts';
import { findIdentity, has } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import type { ObjectModel, ResourceModel, RuleModel, UnionModel } from './model.ts';
import { findDirection, planFields } from './plan/fields.ts';
import { planUniques } from './plan/uniques.ts';

/** The resources, objects and unions as the machine runs them; what could not be understood is left out. */
export function planResources(service: Service): {
  readonly resources: readonly ResourcePlan[];
  readonly objects: readonly ObjectPlan[];
  readonly unions: readonly UnionPlan[];
} {
  const { resources, objects, unions } = service.resources;
  const referredBy = groupReferences(service);
  return {
    resources: resources.map((resource) => planResource(service, resource, referredBy.get(resource.name.value) ?? [])),
    objects: objects.map((object) => planObject(service, object)),
    unions: unions.map((union) => planUnion(service, union)),
  };
}

type Reference = ResourcePlan['referredBy'][number];

/** Who refers to each resource. Without a word on deleting a reference refuses; in lists, the store keeps it from being deleted. */
function groupReferences(service: Service): ReadonlyMap<string, readonly Reference[]> {
  const all = new Map<string, Reference[]>();
  for (const { name, fields } of service.resources.resources) {
    for (const field of fields) {
      const found = findReference(field);
      if (found === undefined) continue;
      const { to, isList, onDelete = 'restrict' } = found;
      if (isList && onDelete === 'restrict') continue;
      const items = isList ? ({ items: true } as const) : {};
      const reference = { resource: name.value, field: field.name.value, onDelete, ...items };
      const known = all.get(to);
      if (known === undefined) all.set(to, [reference]);
      else known.push(reference);
    }
  }
  return all;
}

function planResource(service: Service, resource: ResourceModel, referredBy: readonly Reference[]): ResourcePlan {
  const name = resource.name.value;
  return {
    name,
    table: toSnakeCase(name),
    identity: findIdentity(resource)?.name.value ?? 'id',
    ...present({
      tenant: listTenantFields(service).get(name),
      sessionOf: findSessionHolder(service, resource),
      secondFactor: planSecondFactor(service, resource),
      accountOf: findAccountHolder(service, resource),
    }),
    fields: planFields(service, resource),
    uniques: planUniques(service, resource),
    rules: resource.rules.flatMap((rule) => {
      if (rule.holds === undefined || rule.on.length > 0) return [];
      const check = resolveExpression(rule.holds, createEnvironments(service).rule(name, rule.name.value)).tree;
      if (check === undefined) return [];
      const line = getLineNumber(service.source, rule.span);
      const error = rule.otherwise && { error: rule.otherwise.value };
      return [{ name: rule.name.value, check, ...error, words: rule.holds.text, ...planMeaning(rule), line }];
    }),
    operationRules: resource.rules.flatMap((rule) => planOperationRules(service, name, rule)),
    machines: planMachines(service, resource),
    referredBy,
    ...planDescription(service.source, resource.prose),
    line: getLineNumber(service.source, resource.name.span),
  };
}

/** The field with the record that logged in, of the resource of sessions. */
function findSessionHolder(service: Service, resource: ResourceModel): string | undefined {
  const sessions = findSessionRecords(service);
  return sessions?.resource === resource ? sessions.holder.name.value : undefined;
}

function planSecondFactor(service: Service, resource: ResourceModel): SecondFactorPlan | undefined {
  const factor = findSecondFactor(service, resource);
  return factor && { kind: factor.kind, holder: factor.holder.name.value, field: factor.field.name.value };
}

/** The field with the record that signed in, of the resource of accounts. */
function findAccountHolder(service: Service, resource: ResourceModel): string | undefined {
  const accounts = findAccounts(service);
  return accounts?.resource === resource ? accounts.holder.name.value : undefined;
}

function planOperationRules(service: Service, resource: string, rule: RuleModel): readonly OperationRulePlan[] {
  const { name, on, holds, otherwise, span } = rule;
  if (holds === undefined) return [];
  return on.flatMap(({ value }) => {
    const guard = resolveExpression(holds, createEnvironments(service).rule(resource, name.value, value)).tree;
    if (guard === undefined) return [];
    const code = otherwise === undefined ? '' : `, else ${otherwise.value}`;
    return [
      {
        ...{ rule: name.value, name: value, from: [], to: { kind: 'none' as const }, guard, effects: [] },
        ...present({ error: otherwise?.value }),
        words: `check rule ${name.value}: ${holds.text}${code}`,
        ...planMeaning(rule),
        line: getLineNumber(service.source, span),
      },
    ];
  });
}

/** `WebhookEndpoint` is the table `webhook_endpoint`, `URLList` is `url_list`. */
function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** An object with its members. */
export function planObject(service: Service, object: ObjectModel): ObjectPlan {
  const name = object.name.value;
  return {
    name,
    members: object.fields.map((field) => {
      const direction = findDirection(field);
      const value = readDefault(field);
      return {
        name: field.name.value,
        schema: resolveSchema(service, field, `${name}.${field.name.value}`),
        required: has(field, 'required'),
        ...present({ default: value, direction }),
        ...planMeaning(field),
        line: getLineNumber(service.source, field.span),
      };
    }),
    ...planDescription(service.source, object.prose),
    line: getLineNumber(service.source, object.name.span),
  };
}

/** A union with its cases. */
export function planUnion(service: Service, union: UnionModel): UnionPlan {
  return {
    name: union.name.value,
    tag: union.taggedBy?.value ?? '',
    cases: union.cases.map(({ tag, object, ...row }) => ({
      tag: tag.value,
      object: object.value,
      ...planMeaning(row),
      line: getLineNumber(service.source, tag.span),
    })),
    ...planDescription(service.source, union.prose),
    line: getLineNumber(service.source, union.name.span),
  };
}
