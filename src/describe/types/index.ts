import { findSchemeKind, formatOf } from '../../parts/registry.ts';
import { isAlwaysAssigned } from '../../plan/fields/presence.ts';
import { isCodes, mayCompute } from '../../plan/handler-rules.ts';
import { listHeldAttributes } from '../../plan/held-attributes.ts';
import type { Plan } from '../../plan/plan.ts';
import { listStoredFields } from '../../plan/records/row.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { escapeLine } from '../hidden.ts';
import { createMember, listOperationTypes } from './operations.ts';
import {
  formatChoiceType,
  formatExpressionType,
  formatIdentityType,
  formatObjectType,
  formatPropertyKey,
  formatValueType,
  listObjectMembers,
  quoteString,
  type TypeMember,
  toInputName,
} from './values.ts';

/** The name under which the types of a service are exported: its own, as one word. */
export function toTypesName({
  name,
  resources,
  objects,
  unions,
}: Pick<Plan, 'name' | 'resources' | 'objects' | 'unions'>): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  const own = /^[A-Z]/.test(joined) ? joined : `Service${joined}`;
  const taken = [...resources, ...objects, ...unions].some((resource) => resource.name === own);
  return taken ? `${own}Service` : own;
}

const mark = '// Written by `nonet generate types`';

/** Returns whether a file that starts so was written by `nonet generate types`. */
export function isTypes(start: string): boolean {
  return start.startsWith(mark);
}

/** Writes the types of a service's code as TypeScript: the parameter of `implement`, and a type for each record and object. */
export function describeTypes(plan: Plan): string {
  const parts = [
    `${mark} from ${escapeLine(plan.document.replace(/^.*[\\/]/, ''))}: regenerate it when the document changes.`,
    ...plan.resources.map((resource) => formatResourceType(plan, resource)),
    ...plan.objects.flatMap(({ name, members }) => [
      `export interface ${name} ${formatObjectType(listObjectMembers(plan, members, 'read'))}`,
      `export interface ${toInputName(plan, name)} ${formatObjectType(listObjectMembers(plan, members, 'write'))}`,
    ]),
    ...plan.unions.flatMap(({ name, tag, cases }) =>
      [(type: string) => type, (type: string) => toInputName(plan, type)].map((toName) => {
        const all = cases.map(
          (branch) => `(${toName(branch.object)} & { readonly ${formatPropertyKey(tag)}: ${quoteString(branch.tag)} })`,
        );
        return `export type ${toName(name)} = ${all.join(' | ') || 'never'};`;
      }),
    ),
    `/** What the code of this service may name. */\nexport interface ${toTypesName(plan)} ${formatObjectType(listServiceMembers(plan))}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function formatResourceType(plan: Plan, resource: ResourcePlan): string {
  const stored = listStoredFields(resource).filter(({ schema }) => formatOf(schema)?.computesCodes !== true);
  const members = stored.map((field) => ({
    name: field.name,
    type: formatFieldType(plan, resource, field),
    optional: mayLack(resource, field),
  }));
  return `export interface ${resource.name} ${formatObjectType(members)}`;
}

function formatFieldType(plan: Plan, resource: ResourcePlan, field: FieldPlan): string {
  const machine =
    field.state === true ? resource.machines.find((stateMachine) => stateMachine.field === field.name) : undefined;
  return machine === undefined
    ? formatValueType(plan, field.schema, 'read')
    : formatChoiceType(machine.states.map((state) => state.name));
}

/** Whether a record may lack the field. */
function mayLack({ identity }: ResourcePlan, field: FieldPlan): boolean {
  if (field.required || field.schema.nullable === true || field.name === identity || field.state === true) return false;
  if (isAlwaysAssigned(field.assigned) || field.assignedOnUpdate === true) return false;
  return field.default === undefined || field.direction === undefined || field.direction === 'write-only';
}

function listServiceMembers(plan: Plan): readonly TypeMember[] {
  const { resources, authentication } = plan;
  const by = (type: (resource: ResourcePlan) => string): string =>
    formatObjectType(
      resources.map((resource) => createMember(resource.name, type(resource))),
      1,
    );
  const toMembers = (all: Plan['authentication']['attributes']) =>
    all.map(({ name, type }) => ({ name, type: formatExpressionType(type), optional: true }));
  const attributes = toMembers(authentication.attributes);
  const held = toMembers(listHeldAttributes(authentication));
  const names = authentication.schemes.map(({ name }) => name);
  const schemes =
    names.length === 0
      ? []
      : [createMember('scheme', formatExpressionType({ kind: 'choice', of: 'caller.scheme', values: names }))];
  const tokens = authentication.schemes.filter(({ kind }) => {
    const { makes } = findSchemeKind(kind) ?? {};
    return makes === 'token';
  });
  return [
    createMember(
      'records',
      by(({ name }) => name),
    ),
    createMember(
      'identities',
      by(({ name }) => formatIdentityType(plan, name)),
    ),
    createMember(
      'creates',
      by((resource) =>
        resource.sessionOf === undefined && resource.accountOf === undefined
          ? formatObjectType(listWritableMembers(plan, resource, true), 2)
          : 'never',
      ),
    ),
    createMember(
      'changes',
      by((resource) => formatObjectType(listWritableMembers(plan, resource, false), 2)),
    ),
    ...listOperationTypes(plan),
    createMember(
      'computed',
      formatObjectType(
        resources.flatMap((resource) => listComputedMembers(plan, resource)),
        1,
      ),
    ),
    createMember(
      'caller',
      formatObjectType(
        [createMember('id', 'string'), createMember('scopes', 'readonly string[]'), ...schemes, ...attributes],
        1,
      ),
    ),
    createMember(
      'tokens',
      formatObjectType(
        tokens.map(({ name }) => createMember(name, formatObjectType(held, 2))),
        1,
      ),
    ),
  ];
}

/** The fields that code may give at creation, or change; what the caller gives is given by code as the service only. */
function listWritableMembers(plan: Plan, resource: ResourcePlan, creates: boolean): readonly TypeMember[] {
  const fields = resource.fields.filter((field) => {
    if (!isCodes(resource, field.name)) return false;
    return field.assigned === undefined || (creates && field.assigned.by === 'caller');
  });
  return fields.map((field) => {
    const type = formatValueType(plan, field.schema, 'write');
    const due = field.required || field.name === resource.identity;
    const optional = !creates || !due || field.default !== undefined || field.assigned !== undefined;
    const taken = !creates && !due && field.schema.nullable !== true;
    return { name: field.name, type: taken ? `${type} | null` : type, optional };
  });
}

function listComputedMembers(plan: Plan, resource: ResourcePlan): readonly TypeMember[] {
  return resource.fields
    .filter(({ name }) => mayCompute(resource, name))
    .map(({ name, schema }) => {
      const value = `${formatValueType(plan, schema, 'write')} | undefined`;
      return createMember(
        `${resource.name}.${name}`,
        formatObjectType([createMember('record', resource.name), createMember('value', value)], 2),
      );
    });
}
