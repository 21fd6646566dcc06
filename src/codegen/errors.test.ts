import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../plan/plan.ts';
import { createErrorBody } from './errors.ts';

const facts = {
  status: 422,
  code: 'invalid',
  message: 'Some fields are wrong',
  own: { Help: 'call us' },
  fields: [
    { pointer: '/a', problem: 'missing', message: 'is required' },
    { pointer: '/a', problem: 'type', message: 'must be a string' },
    { parameter: 'limit', problem: 'type', message: 'must be an integer' },
  ],
  traceId: '0af7651916cd43dd8448eb211c80319c',
  base: 'https://example.com/',
} as const;

const of = (body: Plan['errors']['body'], given = {}) => {
  const made = createErrorBody({
    errors: { codes: [], body },
    media: { request: [], answer: ['application/vnd.x+json'] },
    operations: [],
    resources: [],
    objects: [],
    unions: [],
  } as unknown as Plan);
  const { type, text } = made({ ...facts, ...given });
  return [type, JSON.parse(text)] as const;
};

test('problem details name the code, the moment of the trail, and each field', () => {
  assert.deepEqual(of({ kind: 'problem details' }), [
    'application/problem+json',
    {
      type: 'https://example.com/docs#errors-invalid',
      title: 'Some fields are wrong',
      status: 422,
      code: 'invalid',
      instance: 'urn:uuid:0af76519-16cd-43dd-8448-eb211c80319c',
      errors: [
        { parameter: 'limit', message: 'must be an integer' },
        { pointer: '/a', message: 'is required' },
        { pointer: '/a', message: 'must be a string' },
      ],
    },
  ]);
});

test('without a code the type is about:blank and the title the phrase of the status', () => {
  assert.deepEqual(of(undefined, { code: undefined, fields: undefined, traceId: 'x y' })[1], {
    type: 'about:blank',
    title: 'Unprocessable Content',
    status: 422,
    instance: 'urn:nonet:trace:x%20y',
  });
});
