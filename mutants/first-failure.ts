import type { TestEvent } from 'node:test/reporters';

/** A reporter of `node:test` that prints the name of the first test that fails, and ends the process there. */
export default async function* firstFailure(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail' || event.data.todo !== undefined) continue;
    process.stdout.write(`${event.data.name}\n`);
    process.exit(1);
  }
  yield '';
}
