import type { Check } from '../../check.ts';
import { proven, unreached, violated } from '../../ledger/verdict.ts';
import { findFactLine } from '../../values/lines.ts';
import { isPublic } from '../authentication/credentials.ts';

/** The headers that each response of a limited operation has. */
const always: ReadonlySet<string> = new Set(['ratelimit', 'ratelimit-policy']);

/** Responses of operations with a rate have the headers that the page states. */
export const limitHeaders: Check = {
  part: 'limits',
  name: 'headers',
  says: 'Responses of operations with a rate limit have the headers that the page states.',
  cases: (prover) => {
    const line = findFactLine(prover.plan, 'Response headers');
    const { limitHeaders: names, limits } = prover.plan;
    const wanted = names.filter((name) => always.has(name.toLowerCase()));
    if (line === undefined || wanted.length === 0) return [];
    return prover.operations.flatMap((operation) => {
      const own = limits.filter(
        ({ kind, name, scopes, per }) =>
          (per === 'ip' || !isPublic(operation)) &&
          kind === 'rate' &&
          operation.limits.includes(name) &&
          scopes === undefined,
      );
      if (own.length === 0) return [];
      return wanted.map((name) => ({
        line,
        about: `${name} of ${operation.name}`,
        async run() {
          const trial = await prover.prepare(operation);
          if (typeof trial === 'string') return unreached(trial);
          const one = await prover.send(trial);
          if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
          return one.response.headers[name.toLowerCase()] === undefined
            ? violated(`the response of \`${operation.name}\` has the header ${name}`, 'no such header', one)
            : proven;
        },
      }));
    });
  },
};
