import { words } from '../../page/model.ts';
import type { Tree } from '../../source/tree.ts';
import type { FactRule } from './contract.ts';

const known = [
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** The headers of rate limits that Nonet sends too, if responses state them. */
export const rateHeaders: FactRule = ({ operations, sections, losses, say }) => {
  const found = new Map<string, Set<Tree>>();
  for (const { headers } of operations.flatMap(({ operation }) => operation.responses)) {
    for (const [name, tree] of headers) {
      const own = known.find((one) => one.toLowerCase() === name.toLowerCase());
      if (own !== undefined) found.set(own, (found.get(own) ?? new Set()).add(tree));
    }
  }
  const names = known.filter((name) => found.has(name));
  if (names.length === 0 || (names.length === 1 && names[0] === 'Retry-After')) return;
  const says = names.flatMap((name) => [...found.get(name)!]);
  say(says[0]!, `responses have ${names.join(', ')}, because they state these headers`);
  losses.keep(...says);
  sections.limits.lines.push({ kind: 'line', name: 'Response headers', value: words(names.join(', '), ...says) });
};
