import { findNearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import type { LimitKind, WrongValue } from './contract.ts';
import { createPieces, expectEnd, type Pieces, takeCount } from './pieces.ts';

const units: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['kB', 1000],
  ['MB', 1_000_000],
  ['KiB', 1024],
  ['MiB', 1_048_576],
]);

/** `64 KiB`: the largest body of a request, in bytes. */
export const bodySize: LimitKind<{ readonly bytes: number }> = {
  name: 'body size',
  form: '`64 KiB`, in B, kB, MB, KiB or MiB',
  condition: 'too large',
  aspect: 'size limits',
  clamps: false,
  per: ['all'],
  appliesTo: 'bodies',
  enforcedBy: ['limits/read-body'],
  bound: { field: 'bodySize', serverLimit: 'maxBodySize', words: (bytes) => `bodies of ${bytes} bytes` },
  read(value) {
    const pieces = createPieces(value);
    const joined = /^([1-9][0-9]*)([A-Za-z]+)$/.exec(pieces.peek() ?? '');
    if (joined !== null && units.has(joined[2]!)) {
      const suggestion = `${joined[1]} ${joined[2]}`;
      return { wrong: `\`${joined[0]}\` needs a space before its unit`, span: pieces.here(), suggestion };
    }
    const count = takeCount(pieces, 'the size');
    if (typeof count !== 'number') return count;
    const unit = takeUnit(pieces);
    if (typeof unit !== 'number') return unit;
    return expectEnd(pieces) ?? { bytes: count * unit };
  },
  words: ({ bytes }) => `a body of at most ${bytes} bytes`,
  amounts: ({ bytes }) => [bytes],
  right: [
    { text: '64 KiB', value: { bytes: 65_536 } },
    { text: '2 MB', value: { bytes: 2_000_000 } },
    { text: '512 B', value: { bytes: 512 } },
  ],
  wrong: [
    { text: '64 KB', at: 'KB' },
    { text: '64KiB', at: '64KiB' },
    { text: '0 B', at: '0' },
    { text: '64', at: '64' },
    { text: '64 KiB each', at: 'each' },
  ],
};

function takeUnit(pieces: Pieces): number | WrongValue {
  const span = pieces.here();
  const text = pieces.next();
  if (text === undefined) return { wrong: 'the unit is missing', span };
  const size = units.get(text);
  if (size !== undefined) return size;
  const same = [...units.keys()].find((unit) => unit.toLowerCase() === text.toLowerCase());
  const suggestion = same ?? findNearest(text, units.keys());
  return { wrong: `\`${text}\` is not a unit of size`, span, ...present({ suggestion }) };
}
