import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ServicePair } from './service.ts';

/** Answers may have a media type that they had not. */
export const mediaTypeAnswered: ChangeRule<ServicePair> = {
  name: 'endpoints/media-type-answered',
  differs: 'answers may have a media type that they had not',
  answers: compatible,
  find: ({ old, now }) =>
    setsOf(old.plan.media.answer, now.plan.media.answer).more.map((type) => ({
      where: 'Answer media types',
      what: `answers may be \`${type}\``,
      old: old.service.endpoints.answerMediaTypes[0]?.span,
      now: now.service.endpoints.answerMediaTypes.find(({ value }) => value === type)?.span,
    })),
};
