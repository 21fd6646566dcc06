import { type Fault, faults, variants } from './faults.ts';
import { parcelFaults, parcelVariants } from './parcel-faults.ts';
import { type Proved, parcels, tools } from './support.ts';

/** Proves both reference implementations with each fault, each variant and many seeds, and prints the result. */
const [only] = process.argv.slice(2);
const seeds = Number(process.env.SEEDS ?? 10);

/** Does some work for each item, several at once: runs that wait for events take little of the processor. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const next = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

async function measure(
  { prove, findLine }: Proved,
  { faults, variants }: { readonly faults: readonly Fault[]; readonly variants: readonly string[] },
): Promise<void> {
  let found = 0;
  let placed = 0;
  const chosen = faults.filter(([name]) => only === undefined || name.includes(only));
  await each(chosen, async ([name, ...rows]) => {
    const { report } = await prove([name]);
    const lines = report.rows.filter(({ verdict }) => verdict === 'violated').map(({ line }) => line);
    const isPlaced = rows.some((row) => lines.includes(findLine(row)));
    if (lines.length > 0) found++;
    if (isPlaced) placed++;
    if (!isPlaced || only !== undefined)
      console.log(
        isPlaced ? 'placed' : lines.length > 0 ? 'elsewhere' : 'not found',
        `"${name}"`,
        `expected ${rows.map(findLine).join(', ')}, found ${lines.join(', ') || 'none'}`,
      );
    if (only !== undefined)
      for (const { findings } of report.rows)
        for (const one of findings)
          console.log('  ', one.line, one.about, '|', one.expected, '|', one.got, one.flaky ? 'flaky' : '');
  });
  console.log(`faults: ${chosen.length}, found: ${found}, at the right row: ${placed}`);
  if (only !== undefined) return;
  let reports = 0;
  const runs = [
    ...variants.map((name) => [[name], 0] as const),
    ...Array.from({ length: seeds }, (_, seed) => [[], seed * 97] as const),
  ];
  await each(runs, async ([switches, seed]) => {
    const { report } = await prove(switches, { seed });
    const told = report.rows.flatMap(({ findings }) => findings);
    reports += told.length;
    for (const one of told)
      console.log(
        `FALSE REPORT ${switches.join()} seed ${seed}: ${one.line} ${one.about} | ${one.expected} | ${one.got}`,
      );
  });
  console.log(`harmless variants: ${variants.length}, seeds of the correct one: ${seeds}, false reports: ${reports}`);
}

if (process.env.REFERENCE !== 'parcels') await measure(tools, { faults, variants });
if (process.env.REFERENCE !== 'tools') await measure(parcels, { faults: parcelFaults, variants: parcelVariants });
