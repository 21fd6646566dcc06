import { listSourceFields } from '../../codegen/version/kept.ts';
import { hasStatedUpgrade } from '../../codegen/version/stored.ts';
import type { Plan } from '../../plan/plan.ts';
import type { FieldTransform } from '../../plan/version/transform.ts';
import type { ConversionPlan } from '../../plan/version.ts';
import { findNamed } from '../../text/find-named.ts';
import { formatSchema } from './words.ts';

/**
 * The versions whose rows stored records have still to pass, oldest first: those above the version that the store's own document
 * states. Of that version itself, or where the document does not list it, only rows that the store's document did not have, and
 * only if they lead to another type: such a row may as well state what was done long ago.
 */
export function findPendingConversions(old: Plan, now: Plan): readonly ConversionPlan[] {
  const { versions, conversions = [] } = now.versioning;
  const names = versions.map(({ name }) => name);
  const stored = old.versioning.versions[0]?.name;
  const at = stored === undefined ? -1 : names.indexOf(stored);
  const transforms = conversions.toReversed();
  if (at === -1) return transforms.map((conversion) => selectNewRows(old, now, conversion, false));
  return transforms.flatMap((conversion) => {
    const place = names.indexOf(conversion.newer);
    if (place === at) return [selectNewRows(old, now, conversion, true)];
    return place < at ? [conversion] : [];
  });
}

/**
 * Says why a document cannot have the records of a store: rows of versions above its own have converted them, and no row leads
 * back. Undefined if none has.
 */
export function explainNewerConversion(old: Plan, now: Plan): string | undefined {
  const { versions, conversions = [] } = old.versioning;
  const names = versions.map(({ name }) => name);
  const at = names.indexOf(now.versioning.versions[0]?.name ?? '');
  const stored = names[0];
  if (at < 1 || now.versioning.versions.some(({ name }) => name === stored)) return undefined;
  const done = conversions.filter(({ newer }) => names.indexOf(newer) < at);
  const fields = done.flatMap(({ holders }) =>
    Object.entries(holders).flatMap(([owner, holder]) =>
      holder.kind === 'union'
        ? []
        : holder.members.filter(converts).map(({ older, newer }) => `${owner}.${newer ?? older}`),
    ),
  );
  if (fields.length === 0) return undefined;
  return (
    `Its records have version ${stored}, which ${now.document} does not list. ` +
    `Rows of Changes converted ${[...new Set(fields)].join(', ')}, and Nonet does not convert them back. ` +
    `Use a document that lists version ${stored}, or a backup.`
  );
}

function converts({ up }: FieldTransform): boolean {
  return up?.kind === 'cel' && up.absent !== true;
}

/** The part of a turn that the rows make which the older document did not have. */
function selectNewRows(old: Plan, now: Plan, conversion: ConversionPlan, sameVersion: boolean): ConversionPlan {
  const known = old.versioning.changes.filter(({ version }) => !sameVersion || version === conversion.newer);
  const holders = Object.entries(conversion.holders).map(([owner, holder]) => {
    if (holder.kind === 'union') return [owner, holder] as const;
    const members = holder.members
      .map((transform) => toStoredTransform(old, owner, transform))
      .filter((member) => {
        const wheres = [member.newer, member.older, member.field].map((name) => `${owner}.${name}`);
        if (!hasStatedUpgrade(member)) return member.older === member.newer || !isKnown(known, wheres, ['renamed']);
        const stating = ['added', 'type', 'removed', 'required', 'optional'];
        return !isKnown(known, wheres, stating) && isOther(old, now, owner, member);
      });
    return [owner, { ...holder, members }] as const;
  });
  return { ...conversion, holders: Object.fromEntries(holders) };
}

/** A member whose new name the store has already; its row reads it by the older one. */
function toStoredTransform(old: Plan, owner: string, member: FieldTransform): FieldTransform {
  const { older, newer } = member;
  if (older === undefined || newer === undefined || older === newer) return member;
  if (formatFieldType(old, owner, older) !== undefined || formatFieldType(old, owner, newer) === undefined)
    return member;
  return { ...member, older: newer, field: older };
}

function isKnown(rows: Plan['versioning']['changes'], wheres: readonly string[], changes: readonly string[]): boolean {
  return rows.some(({ where, change }) => changes.includes(change) && wheres.includes(where.replaceAll('`', '')));
}

/** Whether the store holds a member under another type than it has now. */
function isOther(old: Plan, now: Plan, owner: string, member: FieldTransform): boolean {
  const { older, newer, up } = member;
  if (up?.kind === 'default' || up === undefined || ('absent' in up && up.absent === true)) return true;
  if (older === undefined)
    return listSourceFields(member).some((name) => formatFieldType(old, owner, name) !== undefined);
  const [before, after] = [formatFieldType(old, owner, older), formatFieldType(now, owner, newer)];
  return before !== undefined && before !== after;
}

function formatFieldType(plan: Plan, owner: string, name: string | undefined): string | undefined {
  const resource = findNamed(plan.resources, owner);
  const members = resource?.fields ?? findNamed(plan.objects, owner)?.members;
  const schema = findNamed(members, name)?.schema;
  return schema && formatSchema(schema);
}
