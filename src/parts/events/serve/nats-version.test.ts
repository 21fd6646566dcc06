import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { toldVersions } from '../../../../tests/serve/versions/told.fixture.ts';
import { compile } from '../../../codegen/compile.ts';
import { compileVersion } from '../../../codegen/version.ts';
import type { StoredEvent } from '../../../contracts/events.ts';
import type { Plan } from '../../../plan/plan.ts';
import { createEventVersions } from '../../../serve/versions/events.ts';
import { testHost } from '../../../stores/suites/surroundings.suite.ts';
import { createNatsRoutes } from './nats.ts';

const plan = planFor(toldVersions({ rows: '| nats | bills.{event}.{id} | all | cloudevents 1.0 | |\n' }));
const compiled = compile(plan);

const eventOf = (kind: string, shop: string): StoredEvent => ({
  ...{ id: 'evt_1', sequence: 1, kind, resource: 'Bill', recordId: `of_${shop}`, recordVersion: 2, at: 0, traceId: '' },
  record: JSON.stringify({ id: `of_${shop}`, shop, memo: 'a', cents: 5 }),
});

test('subject and payload name an event as their version does, and what it does not have is not sent', async () => {
  const [, , version] = plan.versioning.versions;
  const older = plan.versioning.older!.map((each) => compileVersion(plan, each, compiled));
  for (const [name, settled, data, count] of [
    ['current', 'bill.settled', { memo: 'a', cents: 5 }, 1],
    [version!.name, 'bill.paid', { note: 'a', cents: '5' }, 0],
  ] as const) {
    const placements = plan.versioning.placements.map((placement) => ({ ...placement, whenAbsent: name }));
    const told: Plan = { ...plan, versioning: { ...plan.versioning, placements } };
    const [route] = createNatsRoutes({
      plan,
      compiled,
      base: '',
      versions: createEventVersions(told, compiled, older, testHost),
    });
    for (const shop of ['north', 'south']) {
      const { subject, body } = route!.message(eventOf('bill.settled', shop))!;
      const id = `of_${shop}`;
      assert.equal(subject, `bills.${settled}.${id}`);
      const { type, data: sent } = JSON.parse(body);
      assert.deepEqual([type, sent], [settled, { id, shop, ...data }]);
      const dropped = compiled.events.decode(eventOf('bill.dropped', shop));
      assert.equal((await route!.subscribers(dropped)).length, count);
    }
  }
});
