import type { LimitKind } from './contract.ts';
import { createPieces, expectEnd, formatDuration, takeTime } from './pieces.ts';

/** `10 seconds`: how long a request may take; it does not run on a stream after its first byte. */
export const timeout: LimitKind<{ readonly milliseconds: number }> = {
  name: 'timeout',
  form: '`10 seconds`',
  condition: 'timed out',
  aspect: 'time-outs',
  clamps: false,
  per: ['all'],
  appliesTo: 'any operation',
  enforcedBy: ['endpoints/answer', 'authentication/token'],
  bound: {
    field: 'timeout',
    serverLimit: 'maxRequestTime',
    words: (milliseconds) => `${milliseconds} milliseconds a request`,
  },
  read(value) {
    const pieces = createPieces(value);
    if (!/^[0-9]/.test(pieces.peek() ?? '')) {
      return { wrong: `\`${pieces.peek() ?? ''}\` is not a whole number of at least 1`, span: pieces.here() };
    }
    const milliseconds = takeTime(pieces);
    if (typeof milliseconds !== 'number') return milliseconds;
    return expectEnd(pieces) ?? { milliseconds };
  },
  words: ({ milliseconds }) => `a response within ${formatDuration(milliseconds)}`,
  amounts: ({ milliseconds }) => [milliseconds],
  right: [
    { text: '10 seconds', value: { milliseconds: 10_000 } },
    { text: '1 minute', value: { milliseconds: 60_000 } },
  ],
  wrong: [
    { text: '10 secnds', at: 'secnds' },
    { text: '10', at: '10' },
    { text: 'ten seconds', at: 'ten' },
    { text: '10 seconds flat', at: 'flat' },
  ],
};
