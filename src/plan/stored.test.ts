import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStoredPlan } from './stored.ts';

const read = (plan: unknown): unknown => readStoredPlan(JSON.stringify(plan));

test('a plan that was stored under old names is read under the present ones', () => {
  const old = {
    toldIn: ['RateLimit'],
    browsersFrom: ['anywhere'],
    unknownMembers: 'ignored',
    operations: [
      { kind: 'code', timeOut: { milliseconds: 10, line: 1 }, access: { grants: [{ kind: 'anyone' }] } },
      { kind: 'read', access: { grants: [{ kind: 'any caller', where: 'closed' }] } },
      {
        kind: 'list',
        closed: true,
        paging: { usual: 25, most: 100, clamp: false },
        parameters: [
          { name: 'q', in: 'query', means: { kind: 'where', holds: { op: 'path' } } },
          { name: 'limit', in: 'query', means: { kind: 'page size' } },
        ],
        access: { grants: [{ byResource: { most: 'closed' } }] },
      },
    ],
    resources: [
      {
        fields: [{ name: 'owner', onDelete: 'delete' }, { onDelete: 'refuse' }, { onDelete: 'clear' }],
        uniques: [{ fields: ['a'], while: { op: 'path' }, safe: false }],
        rules: [{ name: 'dated', holds: { op: 'choose', otherwise: { op: 'path' } }, otherwise: 'undated' }],
        machines: [
          {
            transitions: [{ trigger: { kind: 'code' }, guard: 'closed', effects: [], refusal: 'late' }],
            matrix: [{ cells: { otherwise: 'fixed', holds: 'absent' } }],
          },
        ],
      },
    ],
    authentication: { schemes: [{ carriedIn: [{ in: 'header' }] }] },
    deliveries: [{ events: 'its kinds', retries: { attempts: 8, milliseconds: 5 } }, { events: 'all' }],
    errors: { codes: [{ conditions: [{ name: 'not allowed' }, { name: 'internal failure' }] }] },
    limits: [
      { kind: 'rate', per: 'address' },
      { kind: 'page size', value: { usual: 25, most: 100 } },
    ],
    versioning: { changes: [{ change: 'behaviour', where: 'scope anyone' }] },
  };
  assert.deepEqual(read(old), {
    limitHeaders: ['RateLimit'],
    allowedOrigins: ['anywhere'],
    unknownFields: 'ignored',
    operations: [
      { kind: 'handler', timeout: { milliseconds: 10, line: 1 }, access: { grants: [{ kind: 'public' }] } },
      { kind: 'read', access: { grants: [{ kind: 'authenticated', where: 'disabled' }] } },
      {
        kind: 'list',
        disabled: true,
        paging: { defaultSize: 25, maxSize: 100, clamp: false },
        parameters: [
          { name: 'q', in: 'query', mapsTo: { kind: 'where', condition: { op: 'path' } } },
          { name: 'limit', in: 'query', mapsTo: { kind: 'page size' } },
        ],
        access: { grants: [{ byResource: { most: 'disabled' } }] },
      },
    ],
    resources: [
      {
        fields: [{ name: 'owner', onDelete: 'cascade' }, { onDelete: 'restrict' }, { onDelete: 'clear' }],
        uniques: [{ fields: ['a'], where: { op: 'path' }, safe: false }],
        rules: [{ name: 'dated', check: { op: 'choose', otherwise: { op: 'path' } }, error: 'undated' }],
        machines: [
          {
            transitions: [{ trigger: { kind: 'handler' }, guard: 'disabled', effects: [], error: 'late' }],
            matrix: [{ cells: { otherwise: 'fixed', holds: 'absent' } }],
          },
        ],
      },
    ],
    authentication: { schemes: [{ sentIn: [{ in: 'header' }] }] },
    deliveries: [{ events: { listedIn: 'kinds' }, attempts: { count: 8, milliseconds: 5 } }, { events: 'all' }],
    errors: { codes: [{ conditions: [{ name: 'forbidden' }, { name: 'internal error' }] }] },
    limits: [
      { kind: 'rate', per: 'ip' },
      { kind: 'page size', value: { defaultSize: 25, maxSize: 100 } },
    ],
    versioning: { changes: [{ change: 'behavior', where: 'scope public' }] },
  });
});

test('names and values of the author stay as they are', () => {
  const plan = {
    fields: [{ name: 'retries', default: { kind: 'anyone', toldIn: [] }, schema: { choices: ['anyone', 'code'] } }],
    events: { retries: 'tried', timeOut: 'late' },
    renames: [{ kind: 'code', from: 'a', to: 'b' }],
  };
  assert.deepEqual(read(plan), plan);
});
