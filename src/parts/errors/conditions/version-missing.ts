import type { Condition } from './contract.ts';
import { always, anywhere } from './places.ts';

/** The request names no version where one is asked for. */
export const versionMissing: Condition = {
  name: 'version missing',
  status: 400,
  narrowedTo: anywhere,
  statuses: 'client',
  produced: (facts) =>
    facts.service.versioning.placements.some(({ whenAbsent }) => whenAbsent?.value === 'refused') ? always(facts) : [],
  needs: 'a row of Placement whose When absent is `refused`',
  words: 'the request names no version',
};
