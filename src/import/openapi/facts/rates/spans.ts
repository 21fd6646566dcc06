const units: readonly (readonly [string, number])[] = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
];

/** Writes a number of seconds after `per`: `minute`, `5 minutes`; undefined if it is not a whole number of a unit. */
export function formatSpan(seconds: number): string | undefined {
  const found = units.findLast(([, size]) => seconds >= size && seconds % size === 0);
  if (found === undefined) return undefined;
  const count = seconds / found[1];
  return count === 1 ? found[0] : `${count} ${found[0]}s`;
}

/** Reads a time: a number of seconds, `minute`, `60s`, `1m`, `PT1H` or `2 hours`; undefined for anything else. */
export function readSpan(value: string | number | boolean | null | undefined): number | undefined {
  if (typeof value === 'number') return value > 0 ? value : undefined;
  const [, count = '', unit = ''] =
    /^(?:PT?)?\s*([0-9]*)\s*(s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?|d|days?|w|weeks?)$/i.exec(
      String(value),
    ) ?? [];
  const size = units.find(([name]) => unit !== '' && name.startsWith(unit.toLowerCase().charAt(0)))?.[1];
  return size === undefined ? undefined : size * (count === '' ? 1 : Number(count));
}
