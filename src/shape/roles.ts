import { findNearest } from '../text/nearest.ts';

/** The roles of the answer of a list. */
export const listRoles = [
  'next cursor',
  'previous cursor',
  'total count',
  'has more',
  'page number',
  'page size',
  'page count',
] as const;

/** The built-in values of the response of a list that a field follows: `counts of status`. */
export const figures = ['values', 'counts', 'sum', 'minimum', 'maximum'] as const;

/** Where figures are available, in words. */
export const figureLocation = 'the response of a list of records';

/** The first word of such a built-in value. */
export type Figure = (typeof figures)[number];

/** The parts of a date or date-time, in UTC, by which records of a list are grouped: `month of paid_at`. */
export const timeParts = ['day', 'month', 'year'] as const;

/** The first word of such a part. */
export type TimePart = (typeof timeParts)[number];

/** Where parts of times are available, in words. */
export const groupLocation = 'a list of groups';

/** Built-in values that lists of events have too: they are paged by cursors only. */
export const eventListRoles = listRoles.filter((role) => !role.startsWith('page '));

/** The token that gets the next credential of a session: in responses that begin or refresh one, and in the Request that sends it. */
export const refreshToken = 'refresh token';

/** The built-in values of responses with one record, or none: `credential` is the one that is issued, else that of the request. */
export const responseRoles = ['credential', refreshToken] as const;

/** The built-in values of the Request of an operation that refreshes a session. */
export const refreshRoles = [refreshToken] as const;

/** The roles of an error body; columns of the author's own add to them. */
export const errorRoles = ['code', 'status', 'title', 'message', 'instance', 'trace id'] as const;

/** How the fields that are wrong may be keyed: `fields by name`. */
export const fieldKeys = ['name', 'path', 'bracket path', 'form path', 'pointer'] as const;

/** The built-in values of an error body for the field errors; each may be followed by the shape of one of them. */
export const fieldRoles = ['fields', ...fieldKeys.map((key) => `fields by ${key}` as const), 'first field'] as const;

/** The roles of one entry of `fields { … }`. */
export const entryRoles = [...fieldKeys, 'parameter', 'resource', 'problem', 'message', 'code'] as const;

/** The roles of an event: in an envelope, a payload, and the answers of `list events` and `read event`. */
export const eventRoles = [
  'event id',
  'event type',
  'event time',
  'event caller',
  'sequence',
  'payload',
  'version',
] as const;

const homes: readonly (readonly [home: string, roles: readonly string[]])[] = [
  ['the response of a list', listRoles],
  ['a response other than that of a list', responseRoles],
  ['an error body', [...errorRoles, ...fieldRoles]],
  ['an event', eventRoles],
  ['an entry of `fields { … }`', entryRoles],
];

/** Returns the place of a built-in value, for "is a built-in value of …"; undefined for another word. */
export function findBuiltInLocation(role: string): string | undefined {
  if (figures.some((figure) => role.startsWith(`${figure} of `))) return figureLocation;
  if (timeParts.some((part) => role.startsWith(`${part} of `))) return groupLocation;
  return homes.find(([, roles]) => roles.includes(role))?.[0];
}

/** Other words that say what a figure is. */
const synonyms: Readonly<Record<string, Figure>> = { min: 'minimum', max: 'maximum', distinct: 'values', total: 'sum' };

/** Returns the built-in value with a field that is meant by words such as `count of status`. */
export function findSimilarFigure(words: string): string | undefined {
  const [, first = '', field] = /^(\S+) of (\S+)$/.exec(words) ?? [];
  const figure = synonyms[first] ?? findNearest(first, figures);
  return field === undefined || figure === undefined ? undefined : `${figure} of ${field}`;
}
