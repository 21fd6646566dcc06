/** The largest body that the service takes, in bytes: what `--max-body-size` is unless it is set. */
export const largest = 1_048_576;

const customer = (more: string): string => `{"name":"a","email":"a@example.com",${more}}`;

/** Text that is as long as it may be, of pieces that are joined by commas. */
function filled(piece: (i: number) => string): string {
  const pieces: string[] = [];
  for (let i = 0, length = 100; ; i++) {
    const part = piece(i);
    length += part.length + 1;
    if (length > largest) return pieces.join();
    pieces.push(part);
  }
}

/** Bodies that are hard to read, each as long as it may be. */
export const bodies: readonly (readonly [what: string, text: string])[] = [
  ['lists in lists', '['.repeat(largest)],
  ['objects in objects', customer(`"data":${'{"a":'.repeat(200_000)}1`)],
  ['members', `{${filled((i) => `"k${i}":1`)}}`],
  ['members whose numbers collide', `{${filled((i) => `"${(i * 16_384) % 2 ** 32}":1`)}}`],
  ['members of a member', customer(`"x":1,"data":{${filled((i) => `"k${i}":1`)}}`)],
  ['a number of a million digits', `{"name":${'9'.repeat(largest - 20)}}`],
  ['a fraction of a million digits', customer(`"data":{"a":0.${'1'.repeat(largest - 100)}}`)],
  ['an exponent of a million digits', customer(`"data":{"a":1e${'9'.repeat(largest - 100)}}`)],
  [
    'numbers of twenty digits',
    customer(`"x":1,"data":{"a":[${filled((i) => `${10_000_000_000_000_000_000n + BigInt(i)}`)}]}`),
  ],
  ['escapes', `{"name":"${'\\u0041'.repeat(174_000)}"}`],
  ['an open text of quotes', `{"name":"${'\\"'.repeat(524_000)}`],
  ['backslashes', `{"name":"${'\\'.repeat(largest - 20)}`],
  ['spaces', ' '.repeat(largest)],
  ['lines', '\n'.repeat(largest)],
];

/** Patterns that blow up where one way is tried after the other. */
export const patterns: readonly string[] = [
  '(a+)+$',
  '(a|a)*$',
  '^(a|aa)*$',
  '(.*a){20}',
  '^(\\w+\\s?)*$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*)*=',
  'a{0,100}a{0,100}a{0,100}b',
  '\\d*\\d*\\d*x$',
];

/** What the patterns are tried on: 100,000 characters each. */
export const texts: readonly string[] = [
  `${'a'.repeat(99_999)}!`,
  'a '.repeat(50_000),
  'x'.repeat(100_000),
  '1'.repeat(100_000),
];
