import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValueSchema } from '../../plan/schema.ts';
import { documentOf } from '../document.fixture.ts';
import { explainMismatch } from './literals.ts';

const head = '| Field | Type | Constraints |\n| --- | --- | --- |\n';
const { service } = documentOf({
  resources: `### Card (object)\n\n${head}| digits | string | required; 4..4 characters |\n\n### Way (one of)\n\n- Tagged by: kind\n\n| Tag | Object |\n| --- | --- |\n| card | Card |\n`,
});
const line = 1;
const number = (constraint: object): ValueSchema => ({
  type: 'number',
  constraints: [{ ...constraint, line } as never],
});

test('a literal that its field cannot hold says why', () => {
  const cases: [ValueSchema, unknown, string | undefined][] = [
    [{ type: 'integer' }, 5, undefined],
    [{ type: 'integer' }, 5.5, 'it is not an integer'],
    [{ type: 'integer' }, 2n ** 60n, 'it is beyond ±(2^53−1)'],
    [{ type: 'integer', format: { name: 'int64' } }, 2n ** 60n, undefined],
    [{ type: 'string' }, null, 'it is null'],
    [{ type: 'string', nullable: true }, null, undefined],
    [{ type: 'string' }, 'a\0', 'it contains U+0000 or an unpaired surrogate'],
    [{ type: 'list', item: { type: 'boolean' } }, [true, 1], 'it is neither `true` nor `false`'],
    [{ type: 'named', name: 'Card' }, { digits: '123' }, 'in `digits` it is outside `4..4 characters`'],
    [{ type: 'named', name: 'Card' }, {}, 'it has no `digits`'],
    [{ type: 'named', name: 'Way' }, { kind: 'card', digits: '1234' }, undefined],
    [{ type: 'named', name: 'Way' }, { kind: 'cash' }, 'its `kind` is not a tag of Way'],
    [number({ kind: 'range', unit: 'value', from: '0.5' }), 0.25, 'it is outside `0.5..`'],
    [number({ kind: 'multiple of', of: '0.05' }), 0.15, undefined],
    [number({ kind: 'multiple of', of: '0.05' }), 0.12, 'it is not a multiple of 0.05'],
    [number({ kind: 'multiple of', of: '3' }), 1e308, 'it is not a multiple of 3'],
  ];
  for (const [schema, value, why] of cases) assert.equal(explainMismatch(service, schema, value), why, String(value));
});
