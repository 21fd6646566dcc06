/** A folder of the code and the test files that run it, as globs. */
interface Area {
  readonly folder: string;
  readonly tests: readonly string[];
}

const parts: Readonly<Record<string, readonly string[]>> = {
  authentication: ['tests/serve/{access,verifying,refusals}/**/*.test.ts', 'src/serve/verifying/**/*.test.ts'],
  endpoints: ['tests/serve/{requests,lists,refusals}/**/*.test.ts'],
  events: ['tests/serve/{events,deliveries,streams,nats}/**/*.test.ts'],
  limits: ['tests/serve/limits/**/*.test.ts'],
  resources: ['tests/serve/{references,requests,refusals}/**/*.test.ts'],
  states: ['tests/serve/{states,timers,refusals}/**/*.test.ts'],
  versioning: ['tests/serve/versions/**/*.test.ts', 'tests/versions/*.test.ts'],
};

/** The areas of the code. A file belongs to the first whose folder holds it. */
const areas: readonly Area[] = [
  {
    folder: 'src/expression/',
    tests: ['src/expression/**/*.test.ts', 'src/stores/queries/*.test.ts', 'tests/golden.test.ts'],
  },
  ...Object.entries(parts).map(([part, tests]) => ({
    folder: `src/parts/${part}/`,
    tests: [`src/parts/${part}/**/*.test.ts`, 'src/cli/document/check/explain.test.ts', ...tests],
  })),
  { folder: 'src/stores/', tests: ['src/stores/**/*.test.ts', 'tests/moved/**/*.test.ts'] },
];

/** The places of a run that names none. */
export const defaultPlaces: readonly string[] = [
  'src/expression',
  ...Object.keys(parts).map((part) => `src/parts/${part}/{steps,serve}`),
  'src/stores',
];

/** Returns the globs of the test files for a source file: those of its area, or else those of its folder. */
export function testsFor(file: string): readonly string[] {
  const found = areas.find(({ folder }) => file.startsWith(folder));
  return found?.tests ?? [`${file.slice(0, file.lastIndexOf('/'))}/**/*.test.ts`];
}
