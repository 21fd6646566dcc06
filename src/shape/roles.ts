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

/** Built-in values that lists of events have too: they are paged by cursors only. */
export const eventListRoles = listRoles.filter((role) => !role.startsWith('page '));

/** The built-in values of responses with one record, or none: `credential` is the one that is issued, else that of the request. */
export const responseRoles = ['credential'] as const;

/** The roles of an error body; columns of the author's own add to them. */
export const errorRoles = ['code', 'status', 'title', 'message', 'instance', 'trace id'] as const;

/** How the fields that are wrong may be keyed: `fields by name`. */
export const fieldKeys = ['name', 'path', 'bracket path', 'form path', 'pointer'] as const;

/** The built-in values of an error body for the field errors; each may be followed by the shape of one of them. */
export const fieldRoles = ['fields', ...fieldKeys.map((key) => `fields by ${key}` as const), 'first field'] as const;

/** The roles of one entry of `fields { … }`. */
export const entryRoles = [...fieldKeys, 'parameter', 'resource', 'problem', 'message', 'code'] as const;

/** The roles of an event: in an envelope, a payload, and the answers of `list events` and `read event`. */
export const eventRoles = ['event id', 'event type', 'event time', 'sequence', 'payload', 'version'] as const;

const homes: readonly (readonly [home: string, roles: readonly string[]])[] = [
  ['the response of a list', listRoles],
  ['a response other than that of a list', responseRoles],
  ['an error body', [...errorRoles, ...fieldRoles]],
  ['an event', eventRoles],
  ['an entry of `fields { … }`', entryRoles],
];

/** Returns the place of a built-in value, for "is a built-in value of …"; undefined for another word. */
export function findBuiltInLocation(role: string): string | undefined {
  return homes.find(([, roles]) => roles.includes(role))?.[0];
}
