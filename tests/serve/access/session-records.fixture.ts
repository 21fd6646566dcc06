import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../../src/codegen/compile.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { root } from '../../support/process.ts';
import type { Served } from '../support/served.fixture.ts';

const document = readFileSync(join(root, 'tests/cases/bases/session-records.md'), 'utf8');
/** A document whose sessions are records. */
export const recorded = document.replace('20 per minute', '2000 per minute');

/** The same with operations of operators, who have keys. */
export const recordedWithKeys = recorded
  .replace('\n### Idempotency', '| delete User as erase | DELETE | /users/{id} | | 204 |\n\n### Idempotency')
  .replace('\n| Scope |', '| key | api key | header X-Key | key | |\n\n| Scope |')
  .replace('\n### Caller', '| operator | erase | |\n\n### Caller');

/** Returns the kinds of the events that a service has recorded, each with a member of its payload. */
export async function listTold({ store, plan }: Served, member: string): Promise<readonly string[]> {
  await allNumbered(store);
  const { events } = compile(plan);
  return (await store.events.after(0, 1_000)).map((event) => {
    const { payload } = events.show(events.decode(event));
    return `${event.kind} ${(JSON.parse(payload!) as Record<string, unknown>)[member]}`;
  });
}

/** Waits until something holds, for ten seconds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < 100; count++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it did not come true in ten seconds');
}
