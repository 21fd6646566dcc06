import { moments } from './calendar.ts';
import type { FormatMember } from './format.ts';

const least = moments.first / 1000;
const most = Math.floor(moments.last / 1000);

/** A moment in seconds since 1970. */
export const unixSeconds: FormatMember = {
  name: 'unix seconds',
  base: 'integer',
  storage: 'integer',
  read: (value) => (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most ? value : undefined),
  words: () => 'must be a Unix time in whole seconds, such as 1793523600',
  schema: () => ({ minimum: least, maximum: most }),
  example: () => 1_793_523_600,
  plausible: ({ moment }) => Math.floor(moment() / 1000),
  within: ['int64'],
  right: [0, 1_793_523_600, -1, least, most],
  wrong: [1.5, '0', most + 1, least - 1, null, 2n ** 60n],
  assignable: (_host, _argument, now) => Math.floor(now / 1000),
  clock: {
    read: (value) => Number(value) * 1000,
    write: (moment) => (Number.isSafeInteger(moment / 1000) ? moment / 1000 : undefined),
    at: (moment) => Math.floor(moment / 1000),
  },
  asExpression: { kind: 'int' },
  also: ['unix'],
};
