import assert from 'node:assert/strict';
import test from 'node:test';
import { createSource } from '../../text/location.ts';
import { buildWholePlan, readDocument } from '../index.ts';

/** A page with one handler that may do anything to people and their visits; `rows` are the codes of Errors. */
const write = (rows: string): string => `# Register

## What the service does

Registers people.

## Resources and their fields

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required; unique |
| friend | ref Person | |
| status | state | |

| Rule | Check | Error |
| --- | --- | --- |
| named | \`name != 'x'\` | odd_name |

## States and transitions

### Person

| State | Kind |
| --- | --- |
| present | initial |
| left | final |

| From | Transition | To | Trigger | Guard | Error |
| --- | --- | --- | --- | --- | --- |
| present | leave | left | handler | \`name != 'y'\` | may_not_leave |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| greet (handler) | POST | /greet | \`{ name: Person.name }\` | 200 \`{ name: Person.name }\` |
| part (handler) | POST | /part | \`{ name: Person.name }\` | 204 |
| read Person | GET | /people/{id} | | 200 \`Person\` |

## Errors

| Code | Status | Condition |
| --- | --- | --- |
${rows}`;

const rows = `| taken | 409 | not unique |
| twice | 400 | not unique on part |
| odd_name | 422 | rule broken |
| may_not_leave | 409 | guard fails |
| left_already | 409 | wrong state |
| too_early | 425 | raised by part |
| needed | 409 | still referenced |
`;

function statuses(text: string): (operation: string) => Record<number, readonly string[]> {
  const { service, diagnostics } = readDocument(createSource('register.md', text));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const plan = buildWholePlan(service);
  return (name) => {
    const { exchange } = plan.operations.find((operation) => operation.name === name)!;
    return Object.fromEntries(exchange!.statuses.map(({ status, codes }) => [status, codes ?? []]));
  };
}

test('a handler states the errors of all that its code may write and call', () => {
  const greet = statuses(write(rows))('greet');
  assert.deepEqual(greet[409]!.toSorted(), ['left_already', 'may_not_leave', 'needed', 'taken']);
  assert.deepEqual([greet[422]!.includes('odd_name'), greet[404]], [true, []]);
  // Code of `greet` may call `part`, and is then answered by its errors.
  assert.deepEqual([greet[425], greet[400]!.includes('twice')], [['too_early'], true]);
  assert.equal(greet[412], undefined);
});

test('an error without a row, and one narrowed to what is written, are stated as the service answers them', () => {
  const narrow = statuses(
    write(
      '| taken | 423 | not unique on Person |\n| odd_name | 422 | rule broken |\n| may_not_leave | 423 | guard fails |\n',
    ),
  )('greet');
  assert.deepEqual([narrow[423]?.toSorted(), narrow[409]], [['may_not_leave', 'taken'], []]);
});

test('any other operation states the errors of its own steps alone', () => {
  const refused = Object.values(statuses(write(rows))('read Person')).flat();
  assert.deepEqual(refused, []);
});
