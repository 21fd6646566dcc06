/** The units of sizes, in bytes. */
export const sizeUnits: ReadonlyMap<string, number> = new Map([
  ['B', 1],
  ['kB', 1000],
  ['MB', 1_000_000],
  ['GB', 1_000_000_000],
  ['KiB', 1024],
  ['MiB', 1_048_576],
  ['GiB', 1_073_741_824],
]);

/** Formats a number of bytes in the largest unit that gives a whole number: `5 MiB`, `2 MB`, `300 bytes`. */
export function formatSize(bytes: number): string {
  const fit = [...sizeUnits].filter(([, size]) => size > 1 && bytes >= size && bytes % size === 0);
  const [unit, size] = fit.toSorted(([, a], [, b]) => b - a)[0] ?? ['bytes', 1];
  return `${bytes / size} ${bytes === 1 ? 'byte' : unit}`;
}
