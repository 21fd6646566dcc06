import type { Found } from '../../../changes/rule.ts';
import type { Span } from '../../../text/place.ts';
import type { FieldPair, FieldSide } from './subjects.ts';

/** The place of a field that a difference is about; what has no format is told at its type. */
const spans = {
  field: ({ model }: FieldSide): Span | undefined => model.span,
  type: ({ model }: FieldSide): Span | undefined => model.type?.span,
  format: ({ model }: FieldSide): Span | undefined => model.format?.span ?? model.type?.span,
} as const;

/** A difference of a field that both documents have: those clients feel it who send the field, and those who are shown it. */
export function toldOf(
  { called }: FieldPair,
  { old, now }: { readonly old: FieldSide; readonly now: FieldSide },
  at: keyof typeof spans,
  what: string,
  row: NonNullable<Found['row']>,
): Found {
  return {
    where: called,
    what: `\`${called}\` ${what}`,
    old: spans[at](old),
    now: spans[at](now),
    requests: old.sent,
    answers: old.shown,
    row,
  };
}
