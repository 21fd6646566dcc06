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

/** The rules for changes of the lines that concern all operations. */
export const serviceRules = defineRules(service, {
  'base-url-changed': {
    differs: 'the service has another base URL',
    requests: breaking('A client that calls the old URL.'),
    answers: breaking('A client that stores URLs from responses.'),
    where: 'Base URL',
    at: locateBase,
    find: inBoth(({ old, now }) => {
      const [was, is] = [old.plan.base.known ?? '', now.plan.base.known ?? ''];
      if (was === is || was === '') return undefined;
      return is === '' ? `the base URL is no longer \`${was}\`` : `the base URL is \`${is}\`, previously \`${was}\``;
    }),
  },
  'base-url-stated': {
    differs: 'the base URL of the service is fixed; it was set by the deployment',
    requests: unclear('A client that calls the URL of the deployment.'),
    where: 'Base URL',
    at: locateBase,
    find: became(
      ({ plan }) => plan.base.known !== undefined,
      ({ now }) => `the base URL is \`${now.plan.base.known}\``,
    ),
  },
  'request-media-type-removed': {
    differs: 'a media type of requests is no longer accepted',
    requests: breaking('A client that sends it: `unsupported media type`.'),
    where: 'Request media types',
    find: requestTypes.removed((type) => `bodies of \`${type}\` are no longer accepted`),
  },
  'request-media-type-added': {
    differs: 'a media type of requests is now accepted',
    requests: compatible,
    where: 'Request media types',
    find: requestTypes.added((type) => `bodies of \`${type}\` are accepted`),
  },
  'response-media-type-removed': {
    differs: 'responses no longer have a media type',
    answers: breaking('A client that accepts only this one: `not acceptable`.'),
    where: 'Response media types',
    find: answerTypes.removed((type) => `responses are no longer \`${type}\``),
  },
  'response-media-type-added': {
    differs: 'responses may have a media type that they did not have',
    answers: compatible,
    where: 'Response media types',
    find: answerTypes.added((type) => `responses may be \`${type}\``),
  },
  'default-media-type-changed': {
    differs: 'responses have another default media type',
    answers: unclear('A client that sends no Accept and relies on the Content-Type of responses.'),
    where: 'Response media types',
    at: locateResponseTypes,
    find: changed(
      getDefaultMediaType,
      ({ old, now }) =>
        `responses are \`${getDefaultMediaType(now)}\` where a request asks for no media type, they were \`${getDefaultMediaType(old)}\``,
    ),
  },
  'unknown-fields-rejected': {
    differs: 'unknown fields are rejected; they were ignored',
    requests: breaking('A client that sends unknown fields or parameters.'),
    where: 'Unknown fields',
    at: locateUnknownFields,
    find: became(({ plan }) => plan.unknownFields === 'refused', 'unknown fields are rejected'),
  },
  'unknown-fields-ignored': {
    differs: 'unknown fields are ignored; they were rejected',
    requests: compatible,
    where: 'Unknown fields',
    at: locateUnknownFields,
    find: became(({ plan }) => plan.unknownFields === 'ignored', 'unknown fields are ignored'),
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
    exposes: 'Pages of this origin may call the service and read its responses.',
    where: 'Allowed origins',
    find: origins.added((origin) => `pages of \`${origin}\` may call the service`),
  },
});
