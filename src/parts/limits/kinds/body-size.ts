import type { LimitKind } from './contract.ts';
import { createPieces, expectEnd } from './pieces.ts';
import { takeSize } from './sizes.ts';

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
    const bytes = takeSize(pieces, units);
    if (typeof bytes !== 'number') return bytes;
    return expectEnd(pieces) ?? { bytes };
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
