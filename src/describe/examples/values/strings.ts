import type { ConstraintPlan } from '../../../plan/schema.ts';
import { isMoney } from './numbers.ts';
import { matchPattern } from './pattern.ts';
import type { ValuePlace } from './source.ts';
import { findStatedExample, nameValue } from './words.ts';

/** A text that a field may hold: the document's own example, what its name suggests, or the shortest that its pattern takes. */
export function createText(
  place: ValuePlace,
  constraints: readonly ConstraintPlan[],
  index: number,
): string | undefined {
  const named = isMoney(place.name) ? String(120 + index) : nameValue(place.name, place.holder, index);
  const stated = findStatedExample(place.meaning);
  const known = stated === undefined || index > 0 ? [named] : [stated, named];
  const patterns = constraints.flatMap((one) => (one.kind === 'pattern' ? [one.pattern] : []));
  const fits = (text: string): boolean =>
    patterns.every((pattern) => isMatch(pattern, text)) && isLong(text, constraints);
  const found = known.values().flatMap(listForms).find(fits);
  if (found !== undefined) return found;
  if (patterns.length > 0) {
    const generated = varyText(matchPattern(patterns[0]!), index, fits);
    return generated !== undefined && fits(generated) ? generated : undefined;
  }
  return fitLength(named, constraints);
}

/** Lists the forms in which a text may be written; the first is the text. */
function* listForms(text: string): Generator<string, void> {
  yield text;
  yield text.toLowerCase();
  yield text.toUpperCase();
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  yield slug;
  yield slug.replaceAll('-', '_');
  const word = /[A-Za-z0-9]+/.exec(text)?.[0] ?? text;
  yield word;
  yield word.toLowerCase();
  yield word.toUpperCase();
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

/** Puts other characters at the end, as long as the text fits: what is unique differs. */
function varyText(text: string | undefined, index: number, fits: (text: string) => boolean): string | undefined {
  if (text === undefined || index === 0) return text;
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at) + index;
    const varied = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
    if (/[a-z0-9]/i.test(String.fromCharCode(code)) && fits(varied)) return varied;
  }
  return countOn(text, index, fits);
}

/** Counts on from a text by its digits and letters, the last one first; the text itself if no such text fits. */
function countOn(text: string, index: number, fits: (text: string) => boolean): string {
  let counted = text;
  let rest = index;
  for (let at = text.length - 1; at >= 0 && rest > 0; at--) {
    const first = /\d/.test(text[at]!)
      ? '0'
      : /[a-z]/.test(text[at]!)
        ? 'a'
        : /[A-Z]/.test(text[at]!)
          ? 'A'
          : undefined;
    if (first === undefined) continue;
    const size = first === '0' ? 10 : 26;
    const put = (more: number): string => {
      const code = first.charCodeAt(0) + ((counted.charCodeAt(at) - first.charCodeAt(0) + more) % size);
      return counted.slice(0, at) + String.fromCharCode(code) + counted.slice(at + 1);
    };
    if (!fits(put(1))) continue;
    counted = put(rest % size);
    rest = Math.floor(rest / size);
  }
  return rest === 0 && fits(counted) ? counted : text;
}

function isLong(text: string, constraints: readonly ConstraintPlan[]): boolean {
  return constraints.every((one) => {
    if (one.kind !== 'range' || (one.unit !== 'characters' && one.unit !== 'bytes')) return true;
    return text.length >= Number(one.from ?? 0) && text.length <= Number(one.to ?? Number.POSITIVE_INFINITY);
  });
}

function fitLength(text: string, constraints: readonly ConstraintPlan[]): string {
  const range = constraints.find((one) => one.kind === 'range' && (one.unit === 'characters' || one.unit === 'bytes'));
  if (range?.kind !== 'range') return text;
  const most = Number(range.to ?? Number.POSITIVE_INFINITY);
  if (text.length > most)
    return text
      .slice(0, most)
      .trimEnd()
      .padEnd(Number(range.from ?? 0), 'x');
  return text.padEnd(Number(range.from ?? 0), ` ${text}`);
}
