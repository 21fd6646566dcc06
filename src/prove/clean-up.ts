import { holdCredential } from '../describe/examples/callers.ts';
import { composeRequest } from '../describe/examples/compose.ts';
import type { Prover } from './prover.ts';
import { NoResponseError } from './world/exchanged.ts';
import type { Ground } from './world/world.ts';

/** Milliseconds after which nothing more is deleted. */
const longest = 10_000;

/** Deletes the records that a run created, the newest first: others may refer to older ones. Records that cannot be deleted stay. */
export async function cleanUp({ ground }: Prover): Promise<void> {
  const until = performance.now() + longest;
  await cleanSide(ground, until);
  if (ground.away !== undefined) await cleanSide(ground.away, until);
  for (const older of ground.older?.values() ?? []) await cleanSide(older, until);
}

async function cleanSide(ground: Ground, until: number): Promise<void> {
  const { plan } = ground;
  const operations = plan.operations.filter(({ kind, disabled }) => kind === 'delete' && disabled !== true);
  for (let round = 0; round < 2; round++) {
    for (const { resource, record } of ground.model.own().toReversed()) {
      const operation = operations.find((one) => one.resource === resource);
      if (operation === undefined) continue;
      if (performance.now() > until) return;
      try {
        const held = await holdCredential(ground.stage, operation);
        await ground.send(composeRequest(ground.stage, operation, { held, record }));
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error;
        return;
      }
    }
  }
}
