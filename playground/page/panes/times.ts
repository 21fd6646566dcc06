/** Formats a moment as `2026-11-23 14:05:00 UTC`. */
export function formatTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats the moment of an event as it is written, in seconds. */
export function shortenTime(moment: string): string {
  return moment.slice(0, 19).replace('T', ' ');
}
