import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../plan/plan.ts';
import type { AnswerMember, AnswerShape } from '../plan/shape.ts';
import { errorBodyOf } from './errors.ts';

const facts = {
  status: 422,
  code: 'invalid',
  message: 'Some fields are wrong',
  own: { Help: 'call us' },
  fields: [
    { pointer: '/a', problem: 'missing', message: 'must be given' },
    { pointer: '/a', problem: 'type', message: 'must be a string' },
    { parameter: 'limit', problem: 'type', message: 'must be an integer' },
  ],
  traceId: '0af7651916cd43dd8448eb211c80319c',
  base: 'https://example.com/',
} as const;

const of = (body: Plan['errors']['body'], given = {}) => {
  const made = errorBodyOf({
    errors: { codes: [], body },
    media: { request: [], answer: ['application/vnd.x+json'] },
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
        { pointer: '/a', message: 'must be given' },
        { pointer: '/a', message: 'must be a string' },
        { parameter: 'limit', message: 'must be an integer' },
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

test("a body of the document's own has its roles, columns and entries", () => {
  const role = (name: string): AnswerShape => ({ kind: 'role', role: name });
  const member = (name: string, shape: AnswerShape, optional = false) => ({ name, shape, optional });
  const shape: AnswerShape = {
    kind: 'object',
    members: [
      member('error', {
        kind: 'object',
        members: [member('code', role('code')), member('ok', { kind: 'literal', value: false })],
      }),
      member('help', role('Help')),
      member('by', role('fields by name'), true),
      member(
        'all',
        {
          kind: 'role',
          role: 'fields',
          members: [member('field', role('pointer')), member('why', role('problem')), member('text', role('message'))],
        },
        true,
      ),
      member('trace', role('trace id')),
    ],
  };
  assert.deepEqual(of({ kind: 'shape', shape }), [
    'application/vnd.x+json',
    {
      error: { code: 'invalid', ok: false },
      help: 'call us',
      by: { '/a': ['must be given', 'must be a string'], limit: ['must be an integer'] },
      all: [
        { field: '/a', why: 'missing', text: 'must be given' },
        { field: '/a', why: 'type', text: 'must be a string' },
        { field: 'limit', why: 'type', text: 'must be an integer' },
      ],
      trace: facts.traceId,
    },
  ]);
  assert.deepEqual(of({ kind: 'shape', shape }, { fields: [], own: {} })[1], {
    error: { code: 'invalid', ok: false },
    help: null,
    trace: facts.traceId,
  });
});

test('a column whose title every object knows is a cell like any other, and nothing where the row leaves it empty', () => {
  const members = ['constructor', 'toString'].map((role): AnswerMember => {
    return { name: role, shape: { kind: 'role', role }, optional: false };
  });
  const body = { kind: 'shape', shape: { kind: 'object', members } } as const;
  assert.deepEqual(of(body, { own: { constructor: 'told' } })[1], { constructor: 'told', toString: null });
});
