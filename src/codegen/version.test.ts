import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planFor } from '../../tests/serve/support/served.fixture.ts';
import { versioned } from '../../tests/serve/versions/versions.fixture.ts';
import type { ResponsePlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { VersionPlan } from '../plan/version.ts';
import { compile } from './compile.ts';
import { compileVersion } from './version.ts';

const plan = planFor(versioned());
const [, version] = plan.versioning.older!;

/** The version with another shape in the responses of one operation. */
function withShape(name: string, shape: object): VersionPlan {
  const operations = version!.interface.operations.map((operation) =>
    operation.name === name
      ? { ...operation, responses: operation.responses.map((response) => ({ ...response, shape }) as ResponsePlan) }
      : operation,
  );
  return { ...version!, interface: { ...version!.interface, operations } as VersionPlan['interface'] };
}

function compileEach(from: Plan, older: VersionPlan): readonly string[] {
  const { operations, plan: served } = compileVersion(from, older, compile(from));
  return served.operations.flatMap(({ name }, at) => {
    try {
      assert.equal(operations.at(at)!.plan.name, name);
      return [];
    } catch {
      return [name];
    }
  });
}

test('the operations of an older version are compiled in the order of its plan, each once', () => {
  assert.deepEqual(compileEach(plan, version!), []);
  const { operations, presents, plan: served } = compileVersion(plan, version!, compile(plan));
  assert.equal(operations.length, served.operations.length);
  assert.equal(operations.at(1), operations.at(1));
  assert.deepEqual(
    [...presents.keys()],
    served.operations.map(({ name }) => name),
  );
});

test('an operation of an older version that cannot be compiled does not affect those after it', () => {
  const faults = [
    { kind: 'cel', value: { op: 'unknown' }, schema: { type: 'string' } },
    { kind: 'object', members: [{ name: 'x' }] },
  ];
  for (const shape of faults) assert.deepEqual(compileEach(plan, withShape('create Client', shape)), ['create Client']);
});
