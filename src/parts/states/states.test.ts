import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, documentOf, invoices } from '../document.fixture.ts';
import { planMachines } from '../resolve/machine-plan.ts';
import { stepsIn } from '../steps.fixture.ts';

const resources =
  '### Order\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n' +
  '| id | uuid | assigned |\n| status | state | |\n| total | integer | required |\n| first-name | string | |\n'.replace(
    'first-name',
    '`first-name`',
  );
const states =
  '### Order\n\n| State | Kind |\n| --- | --- |\n| draft | initial |\n| open | |\n| done | final |\n| dropped | gone |\n\n';
const table = (...rows: string[]): string =>
  `${states}| From | Transition | To | Trigger | Guard | Effect |\n| --- | --- | --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |\n`).join('')}`;

function rowsOf(...rows: string[]) {
  const document = documentOf({ resources, states: table(...rows) });
  const { service } = document;
  return { document, rows: planMachines(service, service.resources.resources[0]!)[0]!.transitions };
}

test('`any` is every state that is neither final nor gone, `any other` those that no other row names', () => {
  const { rows } = rowsOf(
    'draft | send | open | handler | | ',
    'any other | send | done | handler | | ',
    'any | touch | same | handler | | ',
  );
  assert.deepEqual(
    rows.map(({ from }) => from),
    [['draft'], ['open'], ['draft', 'open']],
  );
});

test('in rows of update, replace and delete `any` counts final states too', () => {
  const { rows } = rowsOf('any | update | | | | ', 'open | delete | dropped | | | ', 'any other | delete | | | | ');
  assert.deepEqual(
    rows.map(({ from }) => from),
    [['draft', 'open', 'done'], ['open'], ['draft', 'done']],
  );
});

test('a guard that is not shown closes its row', () => {
  const { rows } = rowsOf(
    'draft | send | open | handler | not shown | ',
    'open | finish | done | after 2 weeks | `total > 0` | ',
  );
  assert.equal(rows[0]!.guard, 'disabled');
  assert.deepEqual(rows[1]!.trigger, { kind: 'after', milliseconds: 1_209_600_000 });
});

test('an effect sets fields of any name', () => {
  const { rows, document } = rowsOf(
    'draft | send | open | handler | | `record["first-name"] = "x"`; `record.total = 1`',
    'open | finish | done | handler | | ',
    'any | delete | dropped | | | ',
  );
  assert.deepEqual(codesOf(document), []);
  assert.deepEqual(
    rows[0]!.effects.map(({ path }) => path),
    [['first-name'], ['total']],
  );
});

test('the state of a resource is a choice of its states, so an unknown one in a guard is told', () => {
  const { document } = rowsOf(
    'draft | send | open | handler | `status == "opn"` | ',
    'open | finish | done | handler | | ',
    'any | delete | dropped | | | ',
  );
  assert.deepEqual(codesOf(document), ['expression/not-a-value']);
});

test('the steps of a transition say from where, where to, and what is set', () => {
  const { service } = invoices();
  const told = (name: string) => stepsIn(service, name, 'states/');
  const due = {
    step: 'states/due',
    words: 'take lapse first if it is due (at due_on): from open it becomes overdue',
    line: 86,
  };
  assert.deepEqual(told('send Invoice'), [
    due,
    {
      step: 'states/from',
      words: 'check that the Invoice is draft',
      refusals: [{ condition: 'wrong state', transition: 'send Invoice', code: 'wrong_state' }],
      line: 85,
    },
    {
      step: 'states/choose',
      words:
        'from draft it becomes open if due_on >= today, sent_at = now, number = next(number, shop), else due_date_passed',
      refusals: [
        { condition: 'guard fails', transition: 'send Invoice', named: 'due_date_passed', code: 'due_date_passed' },
        { condition: 'invalid input', code: 'invalid' },
      ],
      line: 85,
    },
  ]);
  assert.deepEqual(
    told('update Invoice').map(({ words }) => words)[1],
    'check that lines does not change in state open, overdue, paid or void',
  );
  assert.deepEqual(told('delete Invoice')[0], due);
  assert.deepEqual(told('read Invoice'), []);
  assert.deepEqual(told('delete Invoice')[1], {
    step: 'states/from',
    words: 'check that the Invoice is draft',
    refusals: [{ condition: 'wrong state', transition: 'delete Invoice', code: 'wrong_state' }],
    line: 90,
  });
});
