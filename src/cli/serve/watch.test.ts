import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../tests/support/process.ts';
import { buildPlan } from '../../parts/index.ts';
import { testHost } from '../../stores/suites/surroundings.suite.ts';
import { openDocument } from '../shared/document.ts';
import type { Printed, Terminal } from '../shared/terminal.ts';
import type { RunningService } from './running.ts';
import { watchDocument } from './watch.ts';

test('a store in memory is not reloaded for a changed document', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'notes.md');
  const text = readFileSync(join(root, 'tests/documents/notes.md'), 'utf8');
  writeFileSync(file, text);
  const { promise, resolve } = Promise.withResolvers<Printed>();
  const terminal: Terminal = {
    out: resolve,
    err: resolve,
    colours: { out: false, err: false },
    environment: {},
    end: () => assert.fail('the exit status was set'),
  };
  const running = { replace: () => assert.fail('the service was replaced') } as unknown as RunningService;
  const platform = { ...testHost, after: (_milliseconds: number, work: () => void) => testHost.after(1, work) };
  const plan = buildPlan(openDocument(file).service);
  const watching = { file, address: 'sqlite::memory:', plan, text, running, platform, check() {} };
  const watcher = watchDocument(watching, terminal);
  t.after(() => watcher.close());
  writeFileSync(file, text.replace(/^# .*$/m, '# Others'));
  assert.equal(
    await promise,
    'nonet: A store in memory loses its records on a reload: restart the service. The running service was not changed.',
  );
});
