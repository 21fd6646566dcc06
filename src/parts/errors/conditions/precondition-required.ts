import { ofPreconditions } from './places.ts';

/** The header of a precondition is missing (RFC 6585, 3). */
export const preconditionRequired = ofPreconditions('precondition required', 428, true, 'a precondition is missing');
