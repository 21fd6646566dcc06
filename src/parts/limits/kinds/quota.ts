import { formatSize, sizeUnits } from '../../../text/numbers/sizes.ts';
import type { LimitKind, WrongValue } from './contract.ts';
import { createPieces, expectEnd, type Pieces, takeCount, takeWord } from './pieces.ts';
import { takeSize } from './sizes.ts';

/** The maximum number of stored records, or of the bytes of their files. */
type Quota = { readonly count: number } | { readonly bytes: number };

/** `1000`: how many records may be kept. `1 GiB of files`: how many bytes the files of records may have. */
export const quota: LimitKind<Quota> = {
  name: 'quota',
  form: 'a number of stored records, such as `1000`, or a size such as `1 GiB of files`',
  condition: 'quota',
  clamps: false,
  per: ['attribute', 'all'],
  appliesTo: 'records',
  counts: 'records',
  enforcedBy: ['resources/write'],
  read(value) {
    const pieces = createPieces(value);
    if (!/ of\b/.test(value.words.text)) {
      const count = takeCount(pieces);
      if (typeof count !== 'number') return count;
      return expectEnd(pieces) ?? { count };
    }
    return readFiles(pieces);
  },
  words: (value) =>
    'count' in value ? `at most ${value.count} records kept` : `at most ${formatSize(value.bytes)} of files kept`,
  amounts: (value) => ['count' in value ? value.count : value.bytes],
  right: [
    { text: '1000', value: { count: 1000 } },
    { text: '1 GiB of files', value: { bytes: 1_073_741_824 } },
  ],
  wrong: [
    { text: '1000 records', at: 'records' },
    { text: '1_000', at: '1_000' },
    { text: '0', at: '0' },
    { text: '1 GiB', at: 'GiB' },
    { text: '1 Gib of files', at: 'Gib' },
    { text: '1GiB of files', at: '1GiB' },
    { text: '1 GiB of photos', at: 'photos' },
    { text: '1 GiB of files each', at: 'each' },
  ],
};

function readFiles(pieces: Pieces): Quota | WrongValue {
  const bytes = takeSize(pieces, sizeUnits);
  if (typeof bytes !== 'number') return bytes;
  return takeWord(pieces, 'of') ?? takeWord(pieces, 'files') ?? expectEnd(pieces) ?? { bytes };
}
