import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoices } from '../document.fixture.ts';
import { createEnvironments } from './environments.ts';
import { resolveInput } from './inputs.ts';
import { createOperationNames, resolveOperations } from './operation-names.ts';
import { createSymbolTable, resolvePathType } from './vocabulary.ts';

const { service } = invoices();

test('fields have the types of their cells and formats', () => {
  assert.deepEqual(resolvePathType(service, 'Invoice', ['total']), { kind: 'int', wide: true });
  assert.deepEqual(resolvePathType(service, 'Invoice', ['due_on']), { kind: 'date' });
  assert.deepEqual(resolvePathType(service, 'Invoice', ['sent_at']), { kind: 'timestamp' });
  assert.deepEqual(resolvePathType(service, 'Invoice', ['memo']), { kind: 'nullable', of: { kind: 'string' } });
  assert.deepEqual(resolvePathType(service, 'Invoice', ['customer']), {
    kind: 'ref',
    resource: 'Customer',
    identity: { kind: 'string' },
  });
  const values = ['draft', 'open', 'overdue', 'paid', 'void'];
  assert.deepEqual(resolvePathType(service, 'Invoice', ['status']), { kind: 'choice', of: 'Invoice.status', values });
  assert.equal(resolvePathType(service, 'Invoice', ['lines', 'text']), undefined);
});

test('a field may be absent unless something always gives it a value', () => {
  const fields = createSymbolTable(service).fields('Invoice')!;
  const optional = [...fields].filter(([, field]) => field.optional).map(([name]) => name);
  assert.deepEqual(optional, ['number', 'total', 'sent_at']);
});

test('the caller has its identity, its scopes and its attributes', () => {
  assert.deepEqual([...createSymbolTable(service).fields('caller')!.keys()], ['id', 'scopes', 'scheme', 'shop']);
});

test('the input of a transition is the body of its endpoint', () => {
  const { symbols } = resolveInput(service, createOperationNames(service).running('pay', 'Invoice'));
  const amount = symbols.fields('input')!.get('amount');
  assert.deepEqual(amount, { type: { kind: 'int', wide: true }, optional: false, stored: 'none' });
  const create = resolveInput(service, createOperationNames(service).running('create', 'Invoice')).symbols.fields(
    'input',
  )!;
  assert.deepEqual([...create.keys()], ['customer', 'currency', 'lines', 'due_on', 'memo']);
  const update = resolveInput(service, createOperationNames(service).running('update', 'Invoice')).symbols.fields(
    'input',
  )!;
  assert.deepEqual(
    [...update].map(([name, { optional }]) => [name, optional]),
    [
      ['lines', true],
      ['due_on', true],
      ['memo', true],
    ],
  );
});

test('a row with a time has neither input nor caller nor a clock in its guard', () => {
  const [send, lapse] = service.states.machines[0]!.transitions;
  const roots = (environment: { roots: ReadonlyMap<string, unknown> }) => [...environment.roots.keys()].sort();
  assert.deepEqual(roots(createEnvironments(service).guard('Invoice', send!)), [
    'caller',
    'input',
    'now',
    'record',
    'today',
  ]);
  assert.deepEqual(roots(createEnvironments(service).guard('Invoice', lapse!)), ['record']);
  assert.deepEqual(roots(createEnvironments(service).effect('Invoice', lapse!, 'paid', undefined)), [
    'now',
    'record',
    'today',
  ]);
  assert.equal(createEnvironments(service).rule('Invoice', 'x'), createEnvironments(service).rule('Invoice', 'x'));
});

test('`all`, `all X` and names mean operations', () => {
  assert.equal(resolveOperations(service, 'all').length, service.endpoints.operations.length);
  assert.deepEqual(
    resolveOperations(service, 'all WebhookEndpoint').map(({ name }) => name.verb),
    ['create', 'read', 'list', 'delete'],
  );
  assert.deepEqual(
    resolveOperations(service, 'pay Invoice').map(({ name }) => name.text),
    ['pay Invoice'],
  );
  assert.deepEqual(resolveOperations(service, 'lapse Invoice'), []);
});
