import type { TemplatePlan } from '../../plan/plan.ts';
import { type EmailValues, formatInline, formatUrl, formatUrlPart, formatValue } from './values.ts';

/**
 * A place of a value in the text of an email. `inline`: in a line, so that a value cannot begin a paragraph; `block`: a line of its own;
 * `url part`: inside a URL, where it is percent-encoded; `url`: the beginning of the target of a link.
 */
export interface Slot {
  readonly value: string;
  readonly place: 'inline' | 'block' | 'url part' | 'url';
}

/** The Markdown of an email with a mark at the place of each value, and the places. */
export interface MarkedText {
  readonly marked: string;
  readonly slots: readonly Slot[];
}

const [opening, closing] = ['\uE000', '\uE001'];
/** A mark, with the number of its slot. */
export const mark: RegExp = /\uE000(\d+)\uE001/;
const startedUrl = /(?:https?:\/\/|mailto:)[^\s<>"]*$|\]\(<?\uE000\d+\uE001[^\s)>]*$/i;

/** Puts marks in the place of values, which no value and no text of the document contains. Markdown reads a mark as a word. */
export function markSlots(template: TemplatePlan): MarkedText {
  const pieces = template.map((piece) =>
    typeof piece === 'string' ? piece.replace(/[\uE000\uE001]/g, '\uFFFD') : piece,
  );
  const slots: Slot[] = [];
  let marked = '';
  for (const [at, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      marked += piece;
      continue;
    }
    const before = marked.slice(marked.lastIndexOf('\n') + 1);
    const after = pieces[at + 1] ?? '';
    const isLast =
      typeof after === 'string' && (/^[ \t]*\n/.test(after) || (at + 2 >= pieces.length && after.trim() === ''));
    slots.push({ value: piece.value, place: findPlace(before, isLast) });
    marked += `${opening}${slots.length - 1}${closing}`;
  }
  return { marked, slots };
}

function findPlace(before: string, isLast: boolean): Slot['place'] {
  if (startedUrl.test(before)) return 'url part';
  if (/\]\(<?$/.test(before)) return 'url';
  return isLast && /^(?:[ \t>]|[-*+] |\d+[.)] )*$/.test(before) ? 'block' : 'inline';
}

/** Writes the value of a slot as plain text. */
export function fillSlot({ value, place }: Slot, values: EmailValues): string {
  const found = values[value];
  if (place === 'url part') return formatUrlPart(found);
  if (place === 'url') return formatUrl(found);
  return place === 'block' ? formatValue(found) : formatInline(found);
}

/** Fills a marked text with the values. */
export function fillSlots(text: string, slots: readonly Slot[], values: EmailValues): string {
  return text.replace(new RegExp(mark, 'g'), (_, at: string) => fillSlot(slots[Number(at)]!, values));
}
