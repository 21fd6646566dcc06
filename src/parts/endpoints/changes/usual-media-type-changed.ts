import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { ServicePair } from './service.ts';

/** Answers have another media type where a request asks for none. */
export const usualMediaTypeChanged: ChangeRule<ServicePair> = {
  name: 'endpoints/usual-media-type-changed',
  differs: 'answers have another media type where a request asks for none',
  answers: unclear('A client that sends no Accept and goes by the Content-Type of answers.'),
  find: ({ old, now }) => {
    const usual = 'application/json';
    const [was = usual, is = usual] = [old.plan.media.answer[0], now.plan.media.answer[0]];
    if (was === is) return undefined;
    return {
      where: 'Answer media types',
      what: `answers are \`${is}\` where a request asks for no media type, they were \`${was}\``,
      old: old.service.endpoints.answerMediaTypes[0]?.span,
      now: now.service.endpoints.answerMediaTypes[0]?.span,
    };
  },
};
