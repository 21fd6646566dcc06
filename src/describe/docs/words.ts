const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Returns a time in the largest unit that it fills: `1 day`, `90 seconds`. */
export function formatTime(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => milliseconds >= each && milliseconds % each === 0) ?? [
    'millisecond',
    1,
  ];
  return formatCount(milliseconds / size, unit);
}

/** Returns a number of things: `1 gap`, `3 gaps`. */
export function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
