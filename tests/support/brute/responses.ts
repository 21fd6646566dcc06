import fc from 'fast-check';
import { documentOf } from './document.ts';
import { type Brute, type Condition, condition, worlds } from './domain.ts';

/** A response of an operation before the last one, which has no `when`. */
interface Response {
  readonly status: 200 | 202 | 204;
  readonly when: Condition;
}

/** Responses with a `when`. */
export const response: fc.Arbitrary<Response> = fc.record({
  status: fc.constantFrom<Response['status']>(200, 202, 204),
  when: condition,
});

/** Which response a record gets. */
export function answers(responses: readonly Response[]): Brute {
  const gets = worlds.map((world): [string, string] => {
    const found = responses.find(({ when }) => when.holds(world));
    return [`${world.n} ${world.flag}`, String(found?.status ?? 200)];
  });
  const cells = responses.map(
    ({ status, when }) => `${status}${status === 204 ? '' : ' `Bill`'} when \`${when.text}\``,
  );
  return { document: documentOf({ responses: [...cells, '200 `Bill`'].join('; ') }), gets: new Map(gets) };
}
