import { anywhere, type Condition } from './contract.ts';

/** A body of a media type that the operation does not take (RFC 9110, 15.5.16). */
export const unsupportedMediaType: Condition = {
  name: 'unsupported media type',
  status: 415,
  narrowedTo: anywhere,
  statuses: 'client',
  provokedBy: 'send another media type',
  happened: 'the media type of the body is not supported',
};
