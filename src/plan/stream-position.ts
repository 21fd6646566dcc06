/** The IDs of events in a stream: `42-9c0a51e7` after the event of a position, `0` before the first one. */
export const streamPositionPattern = '^(0|[1-9][0-9]{0,14}-[0-9a-f]{8})$';
