import { get, listItems, readNumber, type Tree } from '../../../source/tree.ts';
import type { Rate, RateRule } from './contract.ts';
import { formatSpan, readSpan } from './spans.ts';

const keys = ['x-rate-limit', 'x-ratelimit', 'x-rateLimit', 'x-rate-limits', 'x-throttling'];
const counts = ['limit', 'requests', 'rate', 'max', 'maxRequests', 'quota', 'calls'];
const times = ['period', 'window', 'interval', 'per', 'unit', 'timeWindow', 'seconds'];

/** `x-rate-limit` and the like: an object with a number of requests and a time, for the whole description or for one operation. */
export const plain: RateRule = ({ api, operations }) =>
  [
    { tree: api.root, name: 'all' },
    ...operations.map(({ operation, name }) => ({ tree: operation.tree, name })),
  ].flatMap(({ tree, name }, index) =>
    keys.flatMap((key) => {
      const stated = get(tree, key);
      const all = stated?.kind === 'list' ? listItems(stated) : stated === undefined ? [] : [stated];
      return all.flatMap((one, at) => readRate(one, key, name, `rate_${index}${at === 0 ? '' : `_${at + 1}`}`) ?? []);
    }),
  );

function readRate(tree: Tree, key: string, operation: string, name: string): Rate | undefined {
  const count = counts.map((one) => get(tree, one)).find((one) => readNumber(one) !== undefined);
  const time = times.map((one) => get(tree, one)).find((one) => one?.kind === 'scalar');
  const seconds = time?.kind === 'scalar' ? readSpan(time.value) : undefined;
  const span = seconds === undefined ? undefined : formatSpan(seconds);
  if (count === undefined || time === undefined || span === undefined) return undefined;
  return {
    name: name === 'rate_0' ? 'rate' : name,
    kind: 'rate',
    value: `${readNumber(count)} per ${span}`,
    per: 'not shown',
    appliesTo: [operation],
    says: [count, time],
    because: `\`${key}\` states it`,
  };
}
