import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { startReport } from './start-report.ts';

const desk = readFileSync(new URL('../../../tests/messages/documents/desk.md', import.meta.url), 'utf8');
const plan = buildPlan(readDocument(createSource('desk.md', desk)).service);
const started = {
  plan,
  file: 'desk.md',
  store: 'sqlite:desk.db',
  address: 'http://127.0.0.1:4000',
  today: '2030-01-31',
};

test('a start without a first key says how to create credentials of each scheme', () => {
  const lines = startReport({ ...started, loopbackOnly: true, firstKey: undefined });
  const attributes =
    '--attribute team=… --attribute level=… --attribute share=… --attribute chief=… --attribute tags=… --attribute shift=…';
  assert.deepEqual(
    lines.slice(
      lines.indexOf('Authentication is not shown: only requests from this machine are accepted, without a proxy.') + 2,
    ),
    [
      `To create an API key: nonet keys create desk.md --scheme key --all-scopes ${attributes}`,
      '',
      `To create a client (staff): nonet keys create desk.md --scheme staff --all-scopes ${attributes}`,
      '  To call as this client: curl -u ID:SECRET …',
      '',
      `To create a client (app): nonet keys create desk.md --scheme app --all-scopes ${attributes}`,
      '  To get a token as this client: curl -u ID:SECRET -d grant_type=client_credentials http://127.0.0.1:4000/token',
      '',
    ],
  );
});
