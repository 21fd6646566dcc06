import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ServicePair } from './service.ts';

/** A media type of bodies is no longer taken. */
export const mediaTypeNoLongerTaken: ChangeRule<ServicePair> = {
  name: 'endpoints/media-type-no-longer-taken',
  differs: 'a media type of bodies is no longer taken',
  requests: breaking('A client that sends it: `unsupported media type`.'),
  find: ({ old, now }) =>
    setsOf(old.plan.media.request, now.plan.media.request).less.map((type) => ({
      where: 'Request media types',
      what: `bodies of \`${type}\` are no longer taken`,
      old: old.service.endpoints.requestMediaTypes.find(({ value }) => value === type)?.span,
      now: now.service.endpoints.requestMediaTypes[0]?.span,
    })),
};
