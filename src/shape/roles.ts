/** The roles of the answer of a list. */
export const listRoles = ['next cursor', 'previous cursor', 'total count', 'has more'] as const;

/** The roles of an error body; columns of the author's own add to them. */
export const errorRoles = [
  'code',
  'status',
  'title',
  'message',
  'fields',
  'fields by name',
  'instance',
  'trace id',
] as const;

/** The roles of one entry of `fields { … }`. */
export const entryRoles = ['pointer', 'problem', 'message'] as const;

/** The roles of an event: in an envelope, a payload, and the answers of `list events` and `read event`. */
export const eventRoles = ['event id', 'event kind', 'event time', 'sequence', 'payload', 'version'] as const;

/** Where a role belongs, for "is a role of …"; undefined for a word that is none. */
export function homeOf(role: string): string | undefined {
  if ((listRoles as readonly string[]).includes(role)) return 'the answer of a list';
  if ((errorRoles as readonly string[]).includes(role)) return 'an error body';
  if ((eventRoles as readonly string[]).includes(role)) return 'an event';
  if ((entryRoles as readonly string[]).includes(role)) return 'an entry of `fields { … }`';
  return undefined;
}
