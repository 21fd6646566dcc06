import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parcelFaults, parcelVariants } from './parcel-faults.ts';
import { parcels } from './support.ts';

const { prove, findLine } = parcels;

/** Faults that show themselves only once an event, a timer or a window is late: `tests/prove/measure.ts` tries them. */
const late = /^no parcel|attempt|resumption is|leaves one|^slips|peeks|never|^another subject|^streams? w/;

// The runs wait for events, and take little of the processor.
suite('parcels', { concurrency: true }, () => {
  test('the service with every harmless variant at once gives no report', async () => {
    assert.ok(parcelVariants.length >= 12);
    const { report } = await prove(parcelVariants, { seed: 5 });
    assert.deepEqual(
      report.rows.flatMap(({ findings }) => findings),
      [],
    );
    assert.ok(report.totals.proven >= 74, `${report.totals.proven} of ${report.totals.rows}`);
  });

  test('a planted fault of events, tenants, sessions and limits is found at its row', async () => {
    assert.ok(parcelFaults.length >= 58);
    const missed: string[] = [];
    const queue = parcelFaults.filter(([name]) => !late.test(name));
    const work = async (): Promise<void> => {
      for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
        const [name, ...texts] = fault;
        const rows = texts.map(findLine);
        const { report } = await prove([name], { rows });
        if (report.rows.every(({ verdict }) => verdict !== 'violated')) missed.push(name);
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
    assert.deepEqual(missed, []);
  });

  test('without a caller of another tenant, rows about tenants are not proven', async () => {
    const rows = [findLine('- Tenant: shop'), findLine('| webhook | each Hook')];
    const { report } = await prove([], { rows: rows.slice(0, 1), callers: ['north'] });
    const row = report.rows.find(({ line }) => line === rows[0]);
    assert.equal(row?.verdict, 'not proven');
    assert.match(row?.reasons.join('\n') ?? '', /no caller of another tenant: state one with --as/);
  });
});
