import type { BodyMember, BodyShape, FieldsShape } from '../../plan/body.ts';
import { type Entry, getEntryValue } from './entries.ts';

/** The built-in values of one error response. */
export interface Refused {
  /** The value of a role, or of a column; undefined where there is none. */
  role(name: string): unknown;
  /** The field errors; computed on first use. */
  entries(): readonly Entry[];
}

/**
 * The value of a body's shape. Where something in it has no value, the nearest member around it that is optional is left out, or
 * the next alternative is taken; with neither around it there is null. `strict` says that there is one.
 */
export function renderShape(shape: BodyShape, refused: Refused, strict = false, entry?: Entry): unknown {
  switch (shape.kind) {
    case 'literal':
      return shape.value;
    case 'role':
      return refused.role(shape.role);
    case 'entry':
      return entry && getEntryValue(shape.role, entry);
    case 'object':
      return renderObject(shape.members, refused, strict, entry);
    case 'items':
      return renderItems(shape.items, refused, strict, entry);
    case 'either': {
      const last = shape.of.length - 1;
      for (const [at, alternative] of shape.of.entries()) {
        const value = renderShape(alternative, refused, strict || at < last, entry);
        if (value !== undefined) return value;
      }
      return undefined;
    }
    case 'fields':
      return renderFieldErrors(shape, refused);
  }
}

function renderObject(members: readonly BodyMember[], refused: Refused, strict: boolean, entry?: Entry): unknown {
  const made: Record<string, unknown> = {};
  for (const { name, optional, shape } of members) {
    const value = renderShape(shape, refused, strict || optional, entry);
    if (value !== undefined) made[name] = value;
    else if (!optional && strict) return undefined;
    else if (!optional) made[name] = null;
  }
  return made;
}

function renderItems(items: readonly BodyShape[], refused: Refused, strict: boolean, entry?: Entry): unknown {
  const made = items.map((shape) => renderShape(shape, refused, strict, entry));
  if (strict && made.includes(undefined)) return undefined;
  return made.map((item) => item ?? null);
}

function renderFieldErrors({ by, first, list, entry }: FieldsShape, refused: Refused): unknown {
  const entries = refused.entries();
  if (entries.length === 0) return undefined;
  const shown = (refusedEntry: Entry): unknown =>
    entry === undefined ? toPlainEntry(refusedEntry) : (renderShape(entry, refused, false, refusedEntry) ?? null);
  if (first === true) return shown(entries[0]!);
  if (by === undefined) return renderDistinct(entries, shown);
  const byKey = Map.groupBy(entries, (each) => getEntryValue(by, each) as string);
  return Object.fromEntries(
    [...byKey].map(([key, all]) => [key, list === true ? renderDistinct(all, shown) : shown(all[0]!)] as const),
  );
}

/** Renders entries without duplicates. */
export function renderDistinct<T>(entries: readonly Entry[], shown: (entry: Entry) => T): readonly T[] {
  const seen = new Set<string>();
  return entries
    .map(shown)
    .filter((rendered, at) => seen.size < seen.add(`${entries[at]!.pointer} ${JSON.stringify(rendered)}`).size);
}

/** An entry as problem details, and the role `fields` alone, show it. */
export function toPlainEntry({ pointer, parameter, message, code, coded }: Entry): Readonly<Record<string, unknown>> {
  return { ...(parameter === undefined ? { pointer } : { parameter }), message, ...(coded ? { code } : {}) };
}
