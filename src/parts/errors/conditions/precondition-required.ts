import { ofTable } from './places.ts';

/** The header of a precondition is missing (RFC 6585, 3). */
export const preconditionRequired = ofTable(
  'preconditions',
  'precondition required',
  428,
  'refused',
  'a precondition is missing',
);
