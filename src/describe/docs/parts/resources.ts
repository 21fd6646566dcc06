import type { Plan } from '../../../plan/plan.ts';
import type { FieldPlan, ObjectPlan, ResourcePlan, RulePlan, UnionPlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { summarize } from '../../wire/words.ts';
import { renderCode, renderLine, renderLink, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Entry, listFacts, renderEntries, renderJson, renderType, required } from '../fields.ts';
import { type Content, type Html, html } from '../html.ts';
import { renderInline, renderProse } from '../markdown.ts';
import { hasRecord, renderRecord } from './records.ts';

/** Writes a resource: its fields, its rules, and what refers to it. */
export function renderResource(context: Context, resource: ResourcePlan): Html {
  const { name, fields, line, referredBy } = resource;
  const rules = listRules(resource);
  const operations = context.plan.operations.filter((operation) => operation.resource === name);
  const shown = hasRecord(context, name);
  return html`<section class="res${shown && ' pair'}" id="${toAnchor('resources', name)}" data-s="resource"><div class="text"><h3>${name} ${renderLine(line)}</h3>
${renderProse(resource.description)}
${operations.length > 0 && html`<p class="ops">${operations.map((operation) => renderLink('endpoints', operation.name, html`<span class="m ${operation.method}">${operation.method}</span> ${summarize(operation)}`))}</p>`}
${renderEntries(fields.map((field) => describeField(context, resource, field)))}
${
  rules.length > 0 &&
  html`<h4>Rules</h4><p class="lead">A write that would violate a rule is rejected.</p>${renderEntries(
    rules.map((rule) => ({
      name: rule.name,
      type: html`<code>${rule.words}</code>`,
      ...(rule.meaning === undefined ? {} : { meaning: rule.meaning }),
      facts: [rule.on.length > 0 && html`on ${rule.on.join(', ')}`, renderElse(context, rule.error)],
      line: rule.line,
    })),
  )}`
}
${referredBy.length > 0 && html`<h4>Referenced by</h4><ul class="plain">${referredBy.map((reference) => html`<li>${renderField(reference.resource, reference.field)}: deleting the ${name} ${onDelete[reference.items === true ? 'items' : reference.onDelete]}</li>`)}</ul>`}</div>${renderRecord(context, name)}</section>
`;
}

interface ShownRule extends Omit<RulePlan, 'check'> {
  readonly on: readonly string[];
}

/** Lists the rules in the order of the document. */
function listRules({ rules, operationRules }: ResourcePlan): readonly ShownRule[] {
  const ofOperations = [...Map.groupBy(operationRules, ({ rule }) => rule).values()].map((rows): ShownRule => {
    const { rule: name, guard, ...row } = rows[0]!;
    return { ...row, name, words: guard.source ?? '', on: rows.map((each) => each.name) };
  });
  const always = rules.map((rule): ShownRule => ({ ...rule, on: [] }));
  return [...always, ...ofOperations].toSorted((one, other) => one.line - other.line);
}

const onDelete = {
  restrict: 'is rejected while a reference exists',
  cascade: 'deletes the referencing records too',
  clear: 'clears the reference',
  items: 'removes it from the list',
} as const;

function renderElse({ codes }: Context, name: string | undefined): Content {
  const code = codes.get(name ?? '');
  return code && html`error ${renderCode(code)}`;
}

function renderField(resource: string, field: string): Html {
  return renderLink('resources', `${resource}.${field}`, html`<code>${resource}.${field}</code>`);
}

const directions = {
  'read-only': 'returned by the service, never sent by clients',
  'create-only': 'sent in a create only',
  'write-only': 'sent by clients, never returned',
  internal: 'neither sent nor returned',
} as const;

function describeField({ plan }: Context, resource: ResourcePlan, field: FieldPlan): Entry {
  const { name, schema, meaning, line, direction, shownOnce, computed, state } = field;
  const machine = resource.machines.find((each) => each.field === name);
  const unique = resource.uniques.filter((row) => row.line === line).map(({ words }) => html`${words}`);
  return {
    name,
    id: toAnchor('resources', `${resource.name}.${name}`),
    type: state === true && machine !== undefined ? html`state` : renderType(schema),
    marks: [
      field.required && required,
      direction !== undefined && html`<span class="dir" title="${directions[direction]}">${direction}</span> `,
      shownOnce === true && html`<span class="dir">shown once</span> `,
    ],
    ...(meaning === undefined ? {} : { meaning }),
    facts: [
      machine &&
        html`${machine.states.map((each) => html`<span class="state ${each.kind ?? 'plain'}">${each.name}</span> `)}`,
      ...listFacts(schema, field.default),
      computed !== undefined && html`computed: <code>${computed.words}</code>`,
      describeAssigned(field),
      ...unique,
      field.onDelete !== undefined && describeDeletion(schema, field.onDelete),
    ],
    line,
    inside: renderChildren(plan, schema),
  };
}

/** Writes the members of the object that a field holds, to be opened. */
function renderChildren({ objects }: Plan, schema: ValueSchema): Content {
  const inner = schema.type === 'list' || schema.type === 'map' ? schema.item : schema;
  const object = inner.type === 'named' ? objects.find(({ name }) => name === inner.name) : undefined;
  if (object === undefined) return false;
  const members = object.members.map(describeMember);
  return html`<details class="kids"><summary>Members of ${object.name}</summary>${renderEntries(members)}</details>`;
}

function describeDeletion(schema: ValueSchema, does: keyof typeof onDelete): Content {
  if (schema.type === 'ref') return html`deleting the ${schema.resource} ${onDelete[does]}`;
  if (schema.type !== 'list' || schema.item.type !== 'ref') return undefined;
  return html`deleting the ${schema.item.resource} ${onDelete[does === 'clear' ? 'items' : does]}`;
}

function describeAssigned({ assigned, assignedOnUpdate }: FieldPlan): Content {
  if (assignedOnUpdate === true) return 'set by the service on each change';
  if (assigned === undefined) return undefined;
  if (assigned.by === 'session') return html`taken from the session: <code>session.${assigned.value}</code>`;
  if (assigned.by === 'sign in') return html`taken from the sign in: <code>sign_in.${assigned.value}</code>`;
  if (assigned.by === 'caller') return html`taken from the credential: <code>caller.${assigned.attribute}</code>`;
  if (assigned.by === 'clock') return 'set by the service on creation';
  if (assigned.by !== 'sequence') return 'set by the service';
  return assigned.within.length === 0
    ? 'numbered by the service'
    : html`numbered by the service within ${assigned.within.join(', ')}`;
}

function describeMember(member: ObjectPlan['members'][number]): Entry {
  const { name, schema, meaning, direction, line } = member;
  return {
    name,
    type: renderType(schema),
    marks: [member.required && required, direction !== undefined && html`<span class="dir">${direction}</span> `],
    ...(meaning === undefined ? {} : { meaning }),
    facts: listFacts(schema, member.default),
    line,
  };
}

/** Writes an object of the document. */
export function renderObject({ name, members, line, description }: ObjectPlan): Html {
  const entries = members.map((member) => ({
    ...describeMember(member),
    id: toAnchor('resources', `${name}.${member.name}`),
  }));
  return html`<section class="res" id="${toAnchor('resources', name)}" data-s="object"><h3>${name} <small>object</small> ${renderLine(line)}</h3>
${renderProse(description)}${renderEntries(entries)}</section>
`;
}

/** Writes a union of the document. */
export function renderUnion({ name, tag, cases, line, description }: UnionPlan): Html {
  return html`<section class="res" id="${toAnchor('resources', name)}" data-s="union"><h3>${name} <small>one of several objects</small> ${renderLine(line)}</h3>
${renderProse(description)}<p>The member <code>${tag}</code> identifies the object.</p>
<div class="scroll"><table><thead><tr><th><code>${tag}</code><th>Object<th>Meaning<th class="n">Line</tr></thead><tbody>${cases.map(
    (each) =>
      html`<tr><td>${renderJson(each.tag)}<td>${renderLink('resources', each.object)}<td>${renderInline(each.meaning)}<td>${renderLine(each.line)}</tr>`,
  )}</tbody></table></div></section>
`;
}
