const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a year (1 to 9999), a month and a day name a day of the Gregorian calendar (RFC 3339, section 5.7). */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (leap ? 29 : lengths[month - 1]!);
}

/** The moments that the formats can hold, in milliseconds: the years 0001 to 9999, UTC. */
export const moments = { first: -62_135_596_800_000, last: 253_402_300_799_999 } as const;
