import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestPlainName } from '../../../text/limited-suggestions.ts';
import { type Source, slice } from '../../../text/location.ts';
import type { Older } from '../../resolve/older.ts';
import { createOlderNames, findNamedType, type OlderNames } from '../../resolve/older-names.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldDraft, VersionDraft } from '../downgrade/draft.ts';
import type { ChangeModel } from '../model.ts';
import { addPath, type FieldMention, type FieldMentions } from './places.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Says of rows that would give two fields of one resource the same older name. */
export function checkNames(draft: VersionDraft, report: Report): void {
  const seen = new Set<string>();
  for (const { owner, newer, older } of draft.fields.values()) {
    if (older === undefined) continue;
    const called = `${owner}.${older.name.value}`;
    const isOther = newer === undefined || newer.model.name.value !== older.name.value;
    if (seen.has(called) && isOther) report(diagnostics['duplicate-older-name'](older.name.span, called));
    seen.add(called);
  }
}

/** Says when a version that was undone leaves a path, a parameter or a shape that names what is no longer there. */
export function checkWhole(older: Older, draft: VersionDraft, places: () => FieldMentions, report: Report): void {
  const names = createOlderNames(older);
  for (const name of draft.paths.keys()) checkPath(older, names, name, places, report);
  for (const field of draft.fields.values()) {
    const { newer, older: below, stated } = field;
    if (newer?.present === undefined) continue;
    const isGone = below === undefined;
    if (isGone || (stated === true && newer.stated !== true))
      checkLeft(older, names, field, newer.present, isGone, places, report);
  }
}

/** A field that was added leaves the version below; one that is answered as stated leaves what clients send. */
function checkLeft(
  older: Older,
  names: OlderNames,
  { owner, newer, row }: FieldDraft,
  present: string,
  isGone: boolean,
  places: () => FieldMentions,
  report: Report,
): void {
  const left: FieldMention[] = [];
  for (const mention of places().get(`${owner}.${present}`) ?? []) {
    const { sent, others, list } = mention;
    const isLeft = sent === true ? newer!.stated !== true : isGone;
    if (!isLeft || !mention.stands(older) || (list && names.madeInto(owner, present).length > 0)) continue;
    if (others !== undefined) {
      others.left -= 1;
      if (others.left > 0) continue;
    }
    left.push(mention);
  }
  const [first] = left;
  if (first === undefined) return;
  const items = left.flatMap((mention) => mention.itemIn?.(older) ?? []);
  const added = items.length < left.length ? [] : items;
  const field = `${owner}.${newer!.model.name.value}`;
  const rows = addRows(older.service.source, row, added);
  report(diagnostics['dangling-reference'](row.where!.span, field, first.what, added, rows));
}

/** Returns the words that put a row for each item above a row of Changes, in place of the What of this row; undefined if it is not the third cell. */
function addRows(source: Source, { change, span, where }: ChangeModel, items: readonly string[]): string | undefined {
  const head = slice(source, { start: span.start, end: where!.span.start });
  if (change.value !== 'added' || items.length === 0 || !/^(?:\|[^|`\n]*){3}$/.test(head)) return undefined;
  const tail = slice(source, { start: where!.span.end, end: span.end }).match(/(?<!\\)\|/g) ?? [];
  const end = source.text.startsWith('\r', span.end) ? '\r\n' : '\n';
  const rows = items.map((item) => `${item} ${tail.join(' ')}${end}${head}`);
  return `${rows.join('')}${slice(source, where!.span)}`;
}

/** The placeholders of a path that a row states: each names what the version below has, and what is still stored. */
function checkPath(older: Older, names: OlderNames, name: string, places: () => FieldMentions, report: Report): void {
  const model = older.operations.get(name)?.model;
  const owner = model?.name.resource?.value;
  if (model?.path === undefined || owner === undefined) return;
  addPath(older.service, places(), model);
  for (const segment of model.path.segments) {
    let holder: string | undefined = owner;
    for (const { value, span } of segment.kind === 'fixed' ? [] : segment.names) {
      if (holder === undefined || !older.fields.has(holder)) break;
      const found = names.field(holder, value);
      if (found === undefined) {
        const known = older.fields.get(holder)!;
        const near = findNearestPlainName(known, 'fields', value, () => known.keys());
        report(diagnostics['older-path'](span, value, holder, near));
        break;
      }
      holder = found.model.type && findNamedType(found.model.type);
    }
  }
}
