import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationPlan } from '../../plan/operation.ts';
import { readResponse } from './operations.ts';

test('a response is an error from 400 on, and if it redirects without the operation stating that', () => {
  const responses = [200, 303].map((status) => ({ status })) as unknown as OperationPlan['responses'];
  const isError = (status: number): boolean =>
    readResponse({ name: 'read Note', responses }, { status, headers: new Headers(), text: '{}' }).isError;
  assert.deepEqual([200, 201, 303, 307, 400, 404, 500].filter(isError), [307, 400, 404, 500]);
});
