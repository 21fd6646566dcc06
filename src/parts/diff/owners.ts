import { createSource, type Source, type Span } from '../../text/location.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { findRenamed } from './renamed.ts';

/**
 * The resources, objects and unions that seem to have got another name, by the newer name the older one: one that is gone and
 * one that is new, whose fields (of a union its tags) have the same names, and no others have these. Clients never see their names.
 */
export function findRenamedOwners(old: Service, now: Service): ReadonlyMap<string, string> {
  const { field } = findRenamed(old, now);
  const older = indexOwnerSignatures(old, (_, name) => name);
  const newer = indexOwnerSignatures(now, field);
  const [gone, fresh] = [
    [...older].filter(([name]) => !newer.has(name)),
    [...newer].filter(([name]) => !older.has(name)),
  ];
  const found = new Map<string, string>();
  for (const [name, form] of fresh) {
    const alike = gone.filter(([, other]) => other === form);
    const rivals = fresh.filter(([, other]) => other === form);
    if (alike.length === 1 && rivals.length === 1) found.set(name, alike[0]![0]);
  }
  return found;
}

/** By name what a resource, object or union is and holds, as a text that can be compared. */
function indexOwnerSignatures(
  { resources }: Service,
  before: (of: string, name: string) => string,
): ReadonlyMap<string, string> {
  const form = (kind: string, names: readonly string[]): string => [kind, ...names.toSorted()].join('\n');
  const fieldsOf = (of: string, fields: readonly FieldModel[]): string[] =>
    fields.map(({ name }) => before(of, name.value));
  // one field, an identity say, is too little to go by where records are kept
  const kept = resources.resources.filter(({ fields }) => fields.length > 1);
  return new Map([
    ...kept.map(({ name, fields }) => [name.value, form('resource', fieldsOf(name.value, fields))] as const),
    ...resources.objects.map(({ name, fields }) => [name.value, form('object', fieldsOf(name.value, fields))] as const),
    ...resources.unions.map(
      ({ name, cases }) =>
        [
          name.value,
          form(
            'union',
            cases.map(({ tag }) => tag.value),
          ),
        ] as const,
    ),
  ]);
}

/** The lines of tables, headings and fact lines; all others are prose. */
const machineLine = /^(?:\s*[|#]|[-*+] |\s{2,}\S).*$/gm;

/**
 * The text of the older document with the newer names of resources, objects and unions in its tables, headings and fact lines;
 * `back` gives the place in the text as it stands.
 */
export function renameOwners(
  { name, text }: Source,
  owners: ReadonlyMap<string, string>,
): { readonly source: Source; back(span: Span): Span } {
  const newer = new Map([...owners].map(([to, from]) => [from, to]));
  const word = new RegExp(`(?<![\\w/.-])(?:${[...newer.keys()].join('|')})(?![\\w-])`, 'g');
  const pieces: { readonly from: number; readonly to: number; readonly was: number; readonly length: number }[] = [];
  let moved = 0;
  const made = text.replace(machineLine, (line, start: number) =>
    line.replace(word, (older, at: number) => {
      const to = newer.get(older)!;
      const from = start + at + moved;
      pieces.push({ from, to: from + to.length, was: start + at, length: older.length });
      moved += to.length - older.length;
      return to;
    }),
  );
  const offset = (at: number): number => {
    const last = pieces.findLast(({ from }) => from <= at);
    if (last === undefined) return at;
    const { from, to, was, length } = last;
    return at < to ? was + Math.min(at - from, length) : at - to + was + length;
  };
  return { source: createSource(name, made), back: ({ start, end }) => ({ start: offset(start), end: offset(end) }) };
}
