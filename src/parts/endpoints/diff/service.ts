import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { became, changed, createItemFinds, defineRules, inBoth, type Subject } from '../../../diff/table.ts';
import type { Name, Span } from '../../../text/location.ts';
import type { Comparison, Side } from '../../diff/comparison.ts';

const service: Subject<Comparison> = { part: 'endpoints' };

const locateBase = (side: Side) => side.service.endpoints.baseUrl?.span;
const locateUnknownFields = (side: Side) => side.service.endpoints.unknownFields?.span;
const locateResponseTypes = (side: Side) => side.service.endpoints.responseMediaTypes[0]?.span;
const getDefaultMediaType = ({ plan }: Side): string => plan.media.answer[0] ?? 'application/json';

const requestTypes = createItemFinds<Comparison>(
  ({ plan }) => plan.media.request,
  createItemLocator('requestMediaTypes'),
);
const answerTypes = createItemFinds<Comparison>(
  ({ plan }) => plan.media.answer,
  createItemLocator('responseMediaTypes'),
);
/** Where one document lets pages of all origins in, it has those of the other too. */
const origins = createItemFinds<Comparison>(
  ({ plan }, { old, now }) =>
    plan.allowedOrigins.includes('anywhere')
      ? [...old.plan.allowedOrigins, ...now.plan.allowedOrigins]
      : plan.allowedOrigins,
  createItemLocator('allowedOrigins'),
);

function createItemLocator(line: 'requestMediaTypes' | 'responseMediaTypes' | 'allowedOrigins') {
  return (side: Side, item: string): Span | undefined => {
    const items: readonly Name[] = side.service.endpoints[line];
    return (items.find(({ value }) => value === item) ?? items[0])?.span;
  };
}

/** What may differ in what is stated of all operations together. */
export const serviceRules = defineRules(service, {
  'base-url-changed': {
    differs: 'the service has another address',
    requests: breaking('A client that calls the older address.'),
    answers: breaking('A client that keeps the addresses it was given.'),
    where: 'Base URL',
    at: locateBase,
    find: inBoth(({ old, now }) => {
      const [was, is] = [old.plan.base.known ?? '', now.plan.base.known ?? ''];
      if (was === is || was === '') return undefined;
      return is === ''
        ? `the base address is no longer \`${was}\``
        : `the base address is \`${is}\`, it was \`${was}\``;
    }),
  },
  'base-url-stated': {
    differs: 'the address of the service is stated where it was left to the deployment',
    requests: unclear('A client that calls the address that the deployment has.'),
    where: 'Base URL',
    at: locateBase,
    find: became(
      ({ plan }) => plan.base.known !== undefined,
      ({ now }) => `the base address is \`${now.plan.base.known}\``,
    ),
  },
  'request-media-type-removed': {
    differs: 'a media type of bodies is no longer taken',
    requests: breaking('A client that sends it: `unsupported media type`.'),
    where: 'Request media types',
    find: requestTypes.removed((type) => `bodies of \`${type}\` are no longer taken`),
  },
  'request-media-type-added': {
    differs: 'a media type of bodies is taken that was not',
    requests: compatible,
    where: 'Request media types',
    find: requestTypes.added((type) => `bodies of \`${type}\` are taken`),
  },
  'response-media-type-removed': {
    differs: 'answers no longer have a media type',
    answers: breaking('A client that accepts only this one: `not acceptable`.'),
    where: 'Response media types',
    find: answerTypes.removed((type) => `answers are no longer \`${type}\``),
  },
  'response-media-type-added': {
    differs: 'answers may have a media type that they had not',
    answers: compatible,
    where: 'Response media types',
    find: answerTypes.added((type) => `answers may be \`${type}\``),
  },
  'default-media-type-changed': {
    differs: 'answers have another media type where a request asks for none',
    answers: unclear('A client that sends no Accept and goes by the Content-Type of answers.'),
    where: 'Response media types',
    at: locateResponseTypes,
    find: changed(
      getDefaultMediaType,
      ({ old, now }) =>
        `answers are \`${getDefaultMediaType(now)}\` where a request asks for no media type, they were \`${getDefaultMediaType(old)}\``,
    ),
  },
  'unknown-fields-rejected': {
    differs: 'members that are not stated are refused, they were ignored',
    requests: breaking('A client that sends members or parameters that are not stated.'),
    where: 'Unknown fields',
    at: locateUnknownFields,
    find: became(({ plan }) => plan.unknownFields === 'refused', 'unknown members are refused'),
  },
  'unknown-fields-ignored': {
    differs: 'members that are not stated are ignored, they were refused',
    requests: compatible,
    where: 'Unknown fields',
    at: locateUnknownFields,
    find: became(({ plan }) => plan.unknownFields === 'ignored', 'unknown members are ignored'),
  },
  'origin-removed': {
    differs: 'pages of an origin may no longer call the service',
    requests: breaking('A page of this origin.'),
    where: 'Allowed origins',
    find: origins.removed((origin) => `pages of \`${origin}\` may no longer call the service`),
  },
  'origin-added': {
    differs: 'pages of one more origin may call the service',
    requests: compatible,
    exposes: 'Pages of this origin may call the service and read its answers.',
    where: 'Allowed origins',
    find: origins.added((origin) => `pages of \`${origin}\` may call the service`),
  },
});
