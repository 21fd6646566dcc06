import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { NewReading } from './subjects.ts';

/** A new operation lets callers read records that they could not read. */
export const readsMore: ChangeRule<NewReading> = {
  name: 'authentication/reads-more',
  differs: 'a new operation lets callers read records that they could not read',
  requests: compatible,
  exposes: 'Callers may read records that nothing showed them.',
  find: ({ operation, resource, audience, now }) => ({
    where: operation,
    what: `\`${operation}\` lets \`${audience}\` read records of \`${resource}\` that no operation showed before`,
    now,
  }),
};
