import type { Json } from '../../../plan/schema.ts';
import type {
  FieldDowngrade,
  FieldTransform,
  FieldUpgrade,
  StatedValue,
  TypeTransform,
  ValueTransform,
  VersionTransformPlan,
} from '../../../plan/version/transform.ts';
import { getLineNumber, type Span } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { collectDefinitions } from '../../resolve/definitions.ts';
import type { Older } from '../../resolve/older.ts';
import type { FieldModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { FieldDraft, VersionDraft } from './draft.ts';
import { type Expressions, findSuccessorField } from './expressions.ts';
import { listRemovedSources } from './reads.ts';

/** How records are turned between two versions; `older` already stands as the lower one, `service` is it as a whole. */
export function planHolders(
  older: Older,
  service: Service,
  draft: VersionDraft,
  trees: Expressions,
): VersionTransformPlan['holders'] {
  const holders = new Map<string, FieldTransform[]>();
  for (const field of draft.fields.values()) {
    if (!older.fields.has(field.owner)) continue;
    const { internal, row } = field;
    const members = holders.get(field.owner) ?? [];
    holders.set(field.owner, members);
    if (internal !== undefined) members.push({ newer: internal.model.name.value, line: getLine(older, row.span) });
    members.push(planFieldTransform(older.service, draft, field, trees));
  }
  const inside = findTransformedInside(service, new Set(holders.keys()));
  for (const { owner, field } of inside.fields) {
    const members = holders.get(owner) ?? [];
    holders.set(owner, members);
    const value = planValueTransform(field.type!, inside.turned);
    const name = field.name.value;
    const at = members.findIndex((transform) => transform.older === name);
    if (at === -1)
      members.push({ older: name, newer: name, ...(value && { value }), line: getLine(older, field.span) });
    else if (value !== undefined && members[at]!.newer !== undefined && !isReplaced(members[at]!))
      members[at] = { value, ...members[at]! };
  }
  const made: Record<string, TypeTransform> = {};
  for (const [owner, members] of holders) made[owner] = { kind: 'members', members };
  for (const union of service.resources.unions) {
    if (!inside.turned.has(union.name.value)) continue;
    const cases = Object.fromEntries(union.cases.map(({ tag, object }) => [tag.value, object.value]));
    made[union.name.value] = { kind: 'union', tag: union.taggedBy?.value ?? '', cases };
  }
  return made;
}

/** The members of records and objects that are turned, by `Invoice.memo` (their older name, else the newer one). */
export function findTransformedFields(holders: VersionTransformPlan['holders']): ReadonlyMap<string, FieldTransform> {
  const found = new Map<string, FieldTransform>();
  for (const [owner, transform] of Object.entries(holders)) {
    if (transform.kind !== 'members') continue;
    for (const member of transform.members) found.set(`${owner}.${member.older ?? member.newer}`, member);
  }
  return found;
}

function getLine({ service }: Older, span: Span): number {
  return getLineNumber(service.source, span);
}

function isReplaced({ down, up }: FieldTransform): boolean {
  return (down !== undefined && down.absent !== true) || (up !== undefined && !('absent' in up));
}

/** How one field is turned; the value of one whose type changed is given by its expressions alone. */
export function planFieldTransform(
  service: Service,
  draft: VersionDraft,
  field: FieldDraft,
  trees: Expressions,
): FieldTransform {
  const { newer, older, requests, row } = field;
  const at = (span: Span): number => getLineNumber(service.source, span);
  const name = newer?.model.name.value;
  const upgrade = requests && buildUpgrade(requests, trees, at(requests.row.span), buildUpgradeFields(draft, field));
  const leftOut = older && readLeftOut(older);
  const down = buildDowngrade(field, leftOut, trees, at);
  const up = upgrade?.kind === 'refused' && leftOut !== undefined ? { ...upgrade, unless: leftOut } : upgrade;
  const values = field.down.size + field.up.size > 0 && older?.type !== undefined;
  const choice = { kind: 'choice', down: Object.fromEntries(field.down), up: Object.fromEntries(field.up) } as const;
  return {
    ...present({ older: older?.name.value, newer: name }),
    ...(values ? { value: wrapTransform(older.type!, choice) } : {}),
    ...present({ down, up }),
    line: at(row.span),
  };
}

/** The value that a body has for a field that was left out: its default, or null inside objects. */
function readLeftOut({ type, constraints }: FieldModel): StatedValue | undefined {
  const stated = constraints.find(({ kind }) => kind === 'default');
  if (stated?.kind === 'default') return toStatedValue(stated.literal.value);
  return type?.nullable === true ? { value: null } : undefined;
}

/** The newer field that a removed one goes on in, or the removed ones of which an added one is made. */
function buildUpgradeFields(
  draft: VersionDraft,
  field: FieldDraft,
): Pick<FieldUpgrade & { readonly kind: 'cel' }, 'to' | 'from'> {
  const to = findSuccessorField(draft, field)?.newer?.model.name.value;
  const from = listRemovedSources(draft, field);
  return { ...present({ to }), ...(from.length === 0 ? {} : { from }) };
}

function wrapTransform(type: TypeModel, value: ValueTransform): ValueTransform {
  return type.kind === 'list' || type.kind === 'map'
    ? { kind: type.kind, item: wrapTransform(type.item, value) }
    : value;
}

function toStatedValue(value: unknown): StatedValue {
  return typeof value === 'bigint' ? { value: String(value), wide: true } : { value: value as Json };
}

/** Where a version has neither a value nor a row for a field that the version below always shows, it is shown as if it was left out. */
function buildDowngrade(
  { newer, older, callers, row }: FieldDraft,
  leftOut: StatedValue | undefined,
  trees: Expressions,
  at: (span: Span) => number,
): FieldDowngrade | undefined {
  if (callers === undefined) {
    const isLost = newer === undefined && older !== undefined && leftOut !== undefined;
    return isLost ? { kind: 'default', ...leftOut, line: at(row.span) } : undefined;
  }
  const { given, absent } = callers;
  const base = { ...(absent ? { absent: true as const } : {}), line: at(callers.row.span) };
  if (given.kind === 'default') return { kind: 'default', ...toStatedValue(given.literal.value), ...base };
  if (given.kind !== 'cel') return undefined;
  const tree = trees.get(given.cel)?.tree;
  return tree && { kind: 'cel', value: tree, ...(leftOut && { otherwise: leftOut }), ...base };
}

/** What becomes of what older callers send. */
export function buildUpgrade(
  { given, absent }: NonNullable<FieldDraft['requests']>,
  trees: Expressions,
  at: number,
  { to, from }: { readonly to?: string; readonly from?: readonly string[] } = {},
): FieldUpgrade | undefined {
  if (given.kind === 'default')
    return { kind: 'default', absent: true, ...toStatedValue(given.literal.value), line: at };
  if (given.kind !== 'cel') return { kind: given.kind, line: at };
  const tree = trees.get(given.cel)?.tree;
  if (tree === undefined) return undefined;
  return {
    kind: 'cel',
    ...(absent && from === undefined ? { absent: true } : {}),
    value: tree,
    ...present({ to, from }),
    line: at,
  };
}

interface Inside {
  /** Objects and unions in which something is turned, at any depth. */
  readonly turned: ReadonlySet<string>;
  readonly fields: readonly { readonly owner: string; readonly field: FieldModel }[];
}

/** The fields whose values hold something that is turned. */
function findTransformedInside(service: Service, touched: ReadonlySet<string>): Inside {
  const { resources, objects, unions } = collectDefinitions(service);
  const holders = [...resources.values(), ...objects.values()];
  const usedBy = new Map<string, { readonly owner: string; readonly field?: FieldModel }[]>();
  const use = (name: string, by: { readonly owner: string; readonly field?: FieldModel }): void => {
    const known = usedBy.get(name);
    if (known === undefined) usedBy.set(name, [by]);
    else known.push(by);
  };
  for (const { name, fields } of holders) {
    for (const field of fields) {
      const inner = field.type && findNamedType(field.type);
      if (inner !== undefined) use(inner, { owner: name.value, field });
    }
  }
  for (const { name, cases } of unions.values())
    for (const branch of cases) use(branch.object.value, { owner: name.value });
  const turned = new Set(touched);
  const found: { readonly owner: string; readonly field: FieldModel }[] = [];
  for (const name of turned) {
    for (const { owner, field } of usedBy.get(name) ?? []) {
      if (field !== undefined) found.push({ owner, field });
      turned.add(owner);
    }
  }
  return { turned, fields: found };
}

function findNamedType(type: TypeModel): string | undefined {
  if (type.kind === 'list' || type.kind === 'map') return findNamedType(type.item);
  return type.kind === 'named' ? type.name.value : undefined;
}

function planValueTransform(type: TypeModel, turned: ReadonlySet<string>): ValueTransform | undefined {
  if (type.kind === 'list' || type.kind === 'map') {
    const item = planValueTransform(type.item, turned);
    return item && { kind: type.kind, item };
  }
  return type.kind === 'named' && turned.has(type.name.value) ? { kind: 'named', name: type.name.value } : undefined;
}
