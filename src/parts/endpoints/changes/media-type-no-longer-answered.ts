import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ServicePair } from './service.ts';

/** Answers no longer have a media type. */
export const mediaTypeNoLongerAnswered: ChangeRule<ServicePair> = {
  name: 'endpoints/media-type-no-longer-answered',
  differs: 'answers no longer have a media type',
  answers: breaking('A client that accepts only this one: `not acceptable`.'),
  find: ({ old, now }) =>
    setsOf(old.plan.media.answer, now.plan.media.answer).less.map((type) => ({
      where: 'Answer media types',
      what: `answers are no longer \`${type}\``,
      old: old.service.endpoints.answerMediaTypes.find(({ value }) => value === type)?.span,
      now: now.service.endpoints.answerMediaTypes[0]?.span,
    })),
};
