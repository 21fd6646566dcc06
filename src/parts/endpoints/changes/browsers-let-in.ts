import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ServicePair } from './service.ts';

/** Pages of one more origin may call the service. */
export const browsersLetIn: ChangeRule<ServicePair> = {
  name: 'endpoints/browsers-let-in',
  differs: 'pages of one more origin may call the service',
  requests: compatible,
  exposes: 'Pages of this origin may call the service and read its answers.',
  find: ({ old, now }) => {
    if (old.plan.browsersFrom.includes('anywhere')) return undefined;
    return setsOf(old.plan.browsersFrom, now.plan.browsersFrom).more.map((origin) => ({
      where: 'Browsers from',
      what: `pages of \`${origin}\` may call the service`,
      old: old.service.endpoints.browsersFrom[0]?.span,
      now: now.service.endpoints.browsersFrom.find(({ value }) => value === origin)?.span,
    }));
  },
};
