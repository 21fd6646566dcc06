const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a year (1 to 9999), a month and a day name a day of the Gregorian calendar (RFC 3339, section 5.7). */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (leap ? 29 : lengths[month - 1]!);
}

/** The moments that the formats can hold, in milliseconds: the years 0001 to 9999, UTC. */
export const moments = { first: -62_135_596_800_000, last: 253_402_300_799_999 } as const;

/** The number that so many digits of a text say, or −1 where other characters stand among them. */
export function readDigits(text: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether ten characters of a text are a day as RFC 3339 writes it, such as 2026-11-01. */
export function beginsWithDay(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  return isDay(readDigits(text, 0, 4), readDigits(text, 5, 2), readDigits(text, 8, 2));
}
