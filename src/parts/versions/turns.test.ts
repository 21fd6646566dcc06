import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VersionTransformPlan } from '../../plan/version/transform.ts';
import { documentOf } from '../document.fixture.ts';
import { buildVersionPlan } from '../versions.ts';
import { base } from './base.fixture.ts';

/** What the rows of version 2 turn; the lines and the types inside of expressions left out. */
function turnOf(rows: string): VersionTransformPlan {
  const versions = '| Version | Status |\n| --- | --- |\n| 2 | current |\n| 1 | supported |\n';
  const head =
    '| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |\n';
  const { service, diagnostics } = documentOf({ ...base, versioning: `${versions}\n${head}${rows}` });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const [transform] = buildVersionPlan(service, '1')!.turns;
  return JSON.parse(
    JSON.stringify(transform, (name, value) => (name === 'line' || name === 'type' ? undefined : value)),
  );
}

function membersOf(transform: VersionTransformPlan, holder: string): unknown {
  const found = transform.holders[holder];
  return found?.kind === 'members' ? found.members : undefined;
}

test('a field that was added is let go in answers and has no older name', () => {
  const transform = turnOf(
    '| 2 | added | Invoice.kind | | absent | |\n| 2 | added | parameter status of list Invoice | | absent | |',
  );
  assert.deepEqual(membersOf(transform, 'Invoice'), [{ newer: 'kind' }]);
  assert.deepEqual(transform.operations['create Invoice']?.fields, [{ newer: 'kind' }]);
  assert.deepEqual(transform.operations['list Invoice']?.parameters, [{ newer: 'status' }]);
});

test('a field that was removed is answered by its row and taken as Old requests says', () => {
  const transform = turnOf('| 2 | removed | Invoice.urgent | boolean | default false | ignored |');
  const urgent = { older: 'urgent', down: { kind: 'default', value: false }, up: { kind: 'ignored' } };
  assert.deepEqual(membersOf(transform, 'Invoice'), [urgent]);
  assert.deepEqual(transform.operations['create Invoice']?.fields, [{ older: 'urgent', up: { kind: 'ignored' } }]);
});

test('what is sent of a removed field goes on in the only field added beside it', () => {
  const rows =
    '| 2 | added | Invoice.kind | | absent | |\n| 2 | removed | Invoice.services | boolean | = `kind == "services"` | = `input.services ? "services" : "goods"` |';
  const members = membersOf(turnOf(rows), 'Invoice') as readonly { readonly older?: string; readonly up?: unknown }[];
  const { up } = members.find(({ older }) => older === 'services')!;
  assert.equal((up as { readonly to?: string }).to, 'kind');
});

test('a renamed field is renamed in records, bodies that call it so, and sorts; a body with a name of its own keeps it', () => {
  const transform = turnOf('| 2 | renamed | Invoice.memo | remark | | |');
  const renamed = { older: 'remark', newer: 'memo' };
  assert.deepEqual(membersOf(transform, 'Invoice'), [renamed]);
  assert.deepEqual(transform.operations['create Invoice'], { fields: [renamed], input: [], parameters: [] });
  assert.deepEqual(transform.operations['update Invoice'], { fields: [renamed], input: [], parameters: [] });
  assert.equal(transform.operations['send Invoice'], undefined);
  assert.deepEqual(transform.operations['list Invoice']?.parameters, [
    { older: 'sort', newer: 'sort', sort: { remark: 'memo' } },
  ]);
});

test('a member of an object is turned wherever the object is held', () => {
  const transform = turnOf('| 2 | renamed | Line.text | label | | |');
  const value = { kind: 'list', item: { kind: 'named', name: 'Line' } };
  assert.deepEqual(membersOf(transform, 'Line'), [{ older: 'label', newer: 'text' }]);
  assert.deepEqual(membersOf(transform, 'Invoice'), [{ older: 'lines', newer: 'lines', value }]);
  assert.deepEqual(transform.operations['create Invoice']?.fields, [{ older: 'lines', newer: 'lines', value }]);
});

test('values are turned in records, bodies and filters', () => {
  const transform = turnOf(
    '| 2 | value added | Invoice.status open | | as draft | |\n| 2 | renamed | Invoice.status paid | settled | | |\n| 2 | value removed | Invoice.kind rent | | as goods | |',
  );
  const status = { kind: 'choice', down: { open: 'draft', paid: 'settled' }, up: { settled: 'paid' } };
  const kind = { kind: 'choice', down: {}, up: { rent: 'goods' } };
  assert.deepEqual(membersOf(transform, 'Invoice'), [
    { older: 'status', newer: 'status', value: status },
    { older: 'kind', newer: 'kind', value: kind },
  ]);
  assert.deepEqual(transform.operations['create Invoice']?.fields, [{ older: 'kind', newer: 'kind', value: kind }]);
  assert.deepEqual(transform.operations['list Invoice']?.parameters, [
    { older: 'status', newer: 'status', value: status },
  ]);
});

test('a field that became required is given where older callers leave it out', () => {
  const transform = turnOf('| 2 | required | Line.amount | | default 0 | default 0 |');
  const amount = {
    older: 'amount',
    newer: 'amount',
    down: { absent: true, kind: 'default', value: 0 },
    up: { kind: 'default', absent: true, value: 0 },
  };
  assert.deepEqual(membersOf(transform, 'Line'), [amount]);
});

test('a type is turned by its expressions, each over its own side', () => {
  const transform = turnOf('| 2 | type | Invoice.total | string | = `string(total)` | = `int(input.total)` |');
  const path = (root: string) => ({ op: 'path', root, steps: [{ name: 'total' }] });
  const [total] = membersOf(transform, 'Invoice') as readonly Record<string, { readonly value: unknown }>[];
  assert.deepEqual(total?.down?.value, {
    op: 'call',
    name: 'string',
    of: [path('record')],
    source: 'string(total)',
  });
  assert.equal(JSON.stringify(total?.up?.value).includes('"root":"input"'), true);
});

test('events, codes and operations that came later are told apart from those that were renamed', () => {
  const transform = turnOf(
    '| 2 | added | event invoice.sent | | | |\n| 2 | renamed | event invoice.paid | invoice.settled | | |\n| 2 | error added | not_sendable | | as wrong_state | |\n| 2 | renamed | invalid | bad_request | | |\n| 2 | added | update Invoice | | | |',
  );
  assert.deepEqual(transform.addedEvents, ['invoice.sent']);
  assert.deepEqual(transform.events, { 'invoice.paid': 'invoice.settled' });
  assert.deepEqual(transform.codes, { not_sendable: 'wrong_state', invalid: 'bad_request' });
  assert.deepEqual(transform.addedOperations, ['update Invoice']);
});
