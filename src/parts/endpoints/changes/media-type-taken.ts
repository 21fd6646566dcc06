import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ServicePair } from './service.ts';

/** A media type of bodies is taken that was not. */
export const mediaTypeTaken: ChangeRule<ServicePair> = {
  name: 'endpoints/media-type-taken',
  differs: 'a media type of bodies is taken that was not',
  requests: compatible,
  find: ({ old, now }) =>
    setsOf(old.plan.media.request, now.plan.media.request).more.map((type) => ({
      where: 'Request media types',
      what: `bodies of \`${type}\` are taken`,
      old: old.service.endpoints.requestMediaTypes[0]?.span,
      now: now.service.endpoints.requestMediaTypes.find(({ value }) => value === type)?.span,
    })),
};
