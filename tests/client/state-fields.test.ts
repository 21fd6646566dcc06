import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../src/parts/document.fixture.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { proveStateFields } from '../../src/plan/records/state-fields.ts';

/** What the tables prove of the fields of a `Door` in each state: `+` present, `-` absent. */
function prove(rows: {
  readonly transitions: string;
  readonly byState?: string;
  readonly operations?: string;
  readonly without?: string;
}): object {
  const document = documentOf({
    resources: `### Door

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| status | state | |
| opened_at | date-time | read-only |
| by | string | read-only |
| note | string | |`,
    states: `### Door

| State | Kind |
| --- | --- |
| shut | initial |
| open | |
| gone | final |

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
${rows.transitions}
${rows.byState ?? ''}`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Door | POST | /doors | \`Door\` | 201 \`Door\` |
| open Door | POST | /doors/{id}/open | | 200 \`Door\` |
| close Door | POST | /doors/{id}/close | | 200 \`Door\` |
${rows.operations ?? ''}`.replace(rows.without ?? '', ''),
  });
  const errors = document.diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ code }) => code),
    [],
  );
  const plan = buildWholePlan(document.service);
  const [door] = plan.resources;
  const proven = proveStateFields(door!, door!.machines[0]!, plan);
  return Object.fromEntries(
    [...proven].map(([state, { present, absent }]) => [
      state,
      [...[...present].map((name) => `+${name}`), ...[...absent].map((name) => `-${name}`)].sort().join(' '),
    ]),
  );
}

const burning = { operations: '| burn Door | POST | /doors/{id}/burn | | 200 `Door` |' };
const burn = '| open | burn | gone | | | |';
const open = '| shut | open | open | | `opened_at = now` | |';

test('an effect of every way into a state is there in it; a field that nothing sets is absent', () => {
  assert.deepEqual(prove({ transitions: `${open}\n| open | close | gone | | | |` }), {
    shut: '-by -opened_at',
    open: '+opened_at -by',
    gone: '+opened_at -by',
  });
});

test('a second way into a state without the effect leaves the field open', () => {
  assert.deepEqual(prove({ transitions: `${open}\n| shut, open | close | gone | | | |` }), {
    shut: '-by -opened_at',
    open: '+opened_at -by',
    gone: '-by',
  });
});

test('a way back into the first state leaves the field open there', () => {
  assert.deepEqual(prove({ ...burning, transitions: `${open}\n| open | close | shut | | | |\n${burn}` }), {
    shut: '-by',
    open: '+opened_at -by',
    gone: '+opened_at -by',
  });
});

test('an effect of null takes the field away again', () => {
  assert.deepEqual(
    prove({ ...burning, transitions: `${open}\n| open | close | shut | | \`opened_at = null\` | |\n${burn}` }),
    {
      shut: '-by -opened_at',
      open: '+opened_at -by',
      gone: '+opened_at -by',
    },
  );
});

test('what clients may change is proven by the table of fields by state alone', () => {
  const byState =
    '\n| Field | shut | open | gone |\n| --- | --- | --- | --- |\n| note | absent | required | editable |\n';
  const operations = '| update Door | PATCH | /doors/{id} | `Door` | 200 `Door` |';
  const transitions = '| shut | open | open | | `opened_at = now`; `note = "a"` | |\n| open | close | gone | | | |';
  assert.deepEqual(prove({ transitions, byState, operations }), {
    shut: '-by -note -opened_at',
    open: '+note +opened_at -by',
    gone: '+opened_at -by',
  });
});

test('an update that keeps the state counts with its effects', () => {
  const proven = prove({
    transitions: `${open}\n| open | close | gone | | | |\n| open | update | — | | \`opened_at = null\` | |`,
    operations: '| update Door | PATCH | /doors/{id} | `Door` | 200 `Door` |',
  });
  assert.deepEqual(proven, { shut: '-by -opened_at', open: '-by', gone: '-by' });
});

test('handlers may change each field', () => {
  const operations = '| repaint Door (handler) | POST | /doors/{id}/repaint | | 200 `Door` |';
  assert.deepEqual(prove({ transitions: `${open}\n| open | close | gone | | | |`, operations }), {
    shut: '',
    open: '',
    gone: '',
  });
});

test('records that no operation creates may have each field', () => {
  const created = '| create Door | POST | /doors | `Door` | 201 `Door` |\n';
  assert.deepEqual(prove({ transitions: `${open}\n| open | close | gone | | | |`, without: created }), {
    shut: '',
    open: '',
    gone: '',
  });
});
