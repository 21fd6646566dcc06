import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passResponse } from './exchanges.ts';

test('a response has the phrase of its status, whatever its body says', async () => {
  const body = JSON.stringify({ title: 'Notes on the Analytical Engine', code: 'first' });
  const headers = { 'Content-Type': 'application/json' };
  const statuses = [200, 201, 409, 422];
  const passed = await Promise.all(statuses.map((status) => passResponse(new Response(body, { status, headers }))));
  assert.deepEqual(
    passed.map(({ status, statusText }) => `${status} ${statusText}`),
    ['200 OK', '201 Created', '409 Conflict', '422 Unprocessable Content'],
  );
});
