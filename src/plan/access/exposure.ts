import { findNamed } from '../../text/find-named.ts';
import { getInnermost, listObjects } from '../fields/named-types.ts';
import { setsFields } from '../kinds.ts';
import { listExpansions } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { DirectionWord } from '../resource.ts';
import type { ValueSchema } from '../schema.ts';
import type { AnswerShape, InputShape } from '../shape.ts';

/** Which members of resources and objects clients send and get, by `Invoice.memo`. */
export interface Exposure {
  /** Sent when a record is created, or in any body but that of an update or replace. */
  readonly created: ReadonlySet<string>;
  /** Sent in an update or replace. */
  readonly changed: ReadonlySet<string>;
  /** Named by a parameter: a filter, search, sort or expansion. */
  readonly asked: ReadonlySet<string>;
  /** In an answer or the payload of an event. */
  readonly shown: ReadonlySet<string>;
}

interface Work {
  readonly plan: Plan;
  readonly reads: (resource: string) => boolean;
}

/**
 * Computes the members that clients of a plan send and get, by the operations and events that are counted. Of records of a resource that they do not
 * read, other records show the identity alone.
 */
export function computeExposure(
  plan: Plan,
  counts: (kind: 'operation' | 'event', name: string) => boolean = () => true,
  reads: (resource: string) => boolean = () => true,
): Exposure {
  const work: Work = {
    plan,
    reads,
  };
  const created = new Set<string>();
  const changed = new Set<string>();
  const asked = new Set<string>();
  const shown = new Set<string>();
  for (const operation of plan.operations) {
    const { resource } = operation;
    if (!counts('operation', operation.name)) continue;
    const into = setsFields(operation) ? changed : created;
    if (operation.input !== undefined) walkInput(work, operation.input, resource, into);
    if (operation.creation?.input !== undefined) walkInput(work, operation.creation.input, resource, created);
    for (const { shape } of operation.responses) if (shape !== undefined) walkAnswer(work, shape, resource, shown);
    for (const { mapsTo: means } of operation.parameters) {
      const names = 'path' in means ? means.path.slice(0, 1) : 'fields' in means ? means.fields : [];
      for (const name of names) asked.add(`${resource}.${name}`);
      for (const { shape } of listExpansions(means)) walkAnswer(work, shape, resource, shown);
    }
  }
  for (const { name, payload, resource } of plan.events) {
    if (payload !== undefined && counts('event', name)) walkAnswer(work, payload, resource, shown);
  }
  return { created, changed, asked, shown };
}

function walkInput(work: Work, shape: InputShape, owner: string | undefined, into: Set<string>): void {
  if (shape.kind === 'list') walkInput(work, shape.item, undefined, into);
  else if (shape.kind === 'value') walkSchema(work, shape.schema, into, ['read-only', 'internal']);
  else if (shape.kind === 'object') {
    for (const member of shape.members) {
      if (member.unchanged === true) continue;
      if (owner !== undefined && member.field !== undefined) into.add(`${owner}.${member.field}`);
      walkInput(work, member.shape, member.field === undefined ? owner : undefined, into);
    }
  }
}

function walkSchema(work: Work, schema: ValueSchema, into: Set<string>, hidden: readonly DirectionWord[]): void {
  if (schema.type === 'list' || schema.type === 'map') walkSchema(work, schema.item, into, hidden);
  if (schema.type !== 'named') return;
  for (const { name, members } of listObjects(work.plan, schema.name)) {
    for (const member of members) {
      const key = `${name}.${member.name}`;
      if (into.has(key) || (member.direction !== undefined && hidden.includes(member.direction))) continue;
      into.add(key);
      walkSchema(work, member.schema, into, hidden);
    }
  }
}

const never: readonly DirectionWord[] = ['write-only', 'internal'];

function walkAnswer(work: Work, shape: AnswerShape, owner: string | undefined, into: Set<string>): void {
  if (shape.kind === 'object') for (const member of shape.members) walkAnswer(work, member.shape, owner, into);
  else if (shape.kind === 'records') walkAnswer(work, shape.item, shape.of ?? owner, into);
  else if (shape.kind === 'field') {
    const of = shape.of ?? owner;
    if (of !== undefined && findNamed(work.plan.unions, of) === undefined) into.add(`${of}.${shape.path[0]}`);
    walkSchema(work, shape.schema, into, never);
  } else if (shape.kind === 'embedded') {
    if (owner !== undefined) into.add(`${owner}.${shape.field}`);
    if (work.reads(shape.resource)) walkAnswer(work, shape.item, shape.resource, into);
  } else if (shape.kind === 'children') {
    if (work.reads(shape.resource)) walkAnswer(work, shape.item, shape.resource, into);
  } else if (shape.kind === 'figure') {
    if (owner !== undefined) into.add(`${owner}.${shape.field}`);
  } else if (shape.kind === 'groups') {
    for (const { shape: value } of shape.members)
      if (owner !== undefined && value.kind !== 'count') into.add(`${owner}.${value.field}`);
  } else if (shape.kind === 'picked') {
    if (owner !== undefined && shape.of === undefined) into.add(`${owner}.${shape.path[0]}`);
    walkAnswer(work, shape.item, shape.of ?? findObjectAt(work, owner, shape.path), into);
  }
}

/** The object at the end of a path of fields of a resource or object. */
function findObjectAt(work: Work, owner: string | undefined, path: readonly string[]): string | undefined {
  let at = owner;
  for (const name of path) {
    const fields = findNamed(work.plan.resources, at)?.fields ?? findNamed(work.plan.objects, at)?.members;
    const schema = findNamed(fields, name)?.schema;
    const type = schema && getInnermost(schema);
    at = type?.type === 'named' ? type.name : undefined;
  }
  return at;
}
