import { findNearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import type { WrongValue } from './contract.ts';
import { type Pieces, takeCount } from './pieces.ts';

/** Takes a size, such as `64 KiB`, in bytes. */
export function takeSize(pieces: Pieces, units: ReadonlyMap<string, number>): number | WrongValue {
  const joined = /^([1-9][0-9]*)([A-Za-z]+)$/.exec(pieces.peek() ?? '');
  if (joined !== null && units.has(joined[2]!)) {
    const suggestion = `${joined[1]} ${joined[2]}`;
    return { wrong: `\`${joined[0]}\` needs a space before its unit`, span: pieces.here(), suggestion };
  }
  const count = takeCount(pieces, 'the size');
  if (typeof count !== 'number') return count;
  const unit = takeUnit(pieces, units);
  return typeof unit === 'number' ? count * unit : unit;
}

function takeUnit(pieces: Pieces, units: ReadonlyMap<string, number>): number | WrongValue {
  const span = pieces.here();
  const text = pieces.next();
  if (text === undefined) return { wrong: 'the unit is missing', span };
  const size = units.get(text);
  if (size !== undefined) return size;
  const same = [...units.keys()].find((unit) => unit.toLowerCase() === text.toLowerCase());
  const suggestion = same ?? findNearest(text, units.keys());
  return { wrong: `\`${text}\` is not a unit of size`, span, ...present({ suggestion }) };
}
