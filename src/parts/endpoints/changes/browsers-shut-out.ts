import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ServicePair } from './service.ts';

/** Pages of an origin may no longer call the service. */
export const browsersShutOut: ChangeRule<ServicePair> = {
  name: 'endpoints/browsers-shut-out',
  differs: 'pages of an origin may no longer call the service',
  requests: breaking('A page of this origin.'),
  find: ({ old, now }) => {
    if (now.plan.browsersFrom.includes('anywhere')) return undefined;
    return setsOf(old.plan.browsersFrom, now.plan.browsersFrom).less.map((origin) => ({
      where: 'Browsers from',
      what: `pages of \`${origin}\` may no longer call the service`,
      old: old.service.endpoints.browsersFrom.find(({ value }) => value === origin)?.span,
      now: now.service.endpoints.browsersFrom[0]?.span,
    }));
  },
};
