import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { limitKinds } from '../../../src/parts/registry.ts';
import { steps } from '../../../src/parts/steps.ts';
import type { StepName } from '../../../src/plan/order.ts';
import { openService } from '../../../src/serve/service.ts';
import { findUnenforced } from '../../../src/serve/unenforced.ts';
import { planFor, type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { notes } from '../verifying/tokens.fixture.ts';
import { versioned } from '../versions/versions.fixture.ts';

let served: Served;
before(async () => {
  served = await serve(shop);
});
after(() => served.close());

/** What is found in the shop when one piece of its document is another. */
function found(from: string, to: string): readonly { readonly what: string; readonly line: string }[] {
  assert.ok(shop.includes(from), from);
  const document = shop.replace(from, to);
  return findUnenforced(planFor(document)).map(({ what, line }) => ({ what, line: document.split('\n')[line - 1]! }));
}

test('a document of which everything is enforced has nothing unenforced', () => {
  assert.deepEqual(findUnenforced(served.plan), []);
});

const changes: readonly (readonly [from: string, to: string, what: RegExp, line: RegExp])[] = [
  [
    '| page | page size | all | | 2, at most 3',
    '| page | page size | all | | 2, at most 3000',
    /above the server limit/,
    /3000/,
  ],
  ['| 64 KiB |', '| 64 MiB |', /above the server limit/, /64 MiB/],
];

test('each stated fact that nothing enforces is listed with its line', () => {
  for (const [from, to, what, line] of changes) {
    const all = found(from, to);
    assert.ok(
      all.some((finding) => what.test(finding.what) && line.test(finding.line)),
      `${what}: ${JSON.stringify(all)}`,
    );
  }
  assert.ok(changes.length > 0);
});

test('everything that the example of this project states is enforced', () => {
  const document = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');
  assert.deepEqual(findUnenforced(planFor(document)), []);
});

/** Where a limit of a kind may stand: for everybody and for the callers of a scope, or for the records of a resource. */
const targets = {
  'any operation': ['all', 'write'],
  bodies: ['all', 'write'],
  lists: ['all', 'read'],
  records: ['Invoice'],
} as const;

for (const { name, appliesTo, per, right, condition, enforcedBy, bound } of limitKinds) {
  for (const target of targets[appliesTo]) {
    test(`a limit of kind ${name} for ${target} is enforced by a step of its kind`, () => {
      const rows = /\| body \| body size .*\n.*/;
      const by = per.includes('all') ? '' : `${per[0]}`;
      const row = `| probe | ${name} | ${target} | ${by} | ${right[0]!.text} | |`;
      const document = shop.replace(rows, row);
      const line = 1 + document.split('\n').indexOf(row);
      const plan = planFor(document);
      assert.deepEqual(findUnenforced(plan), []);
      const limited = plan.operations.filter(
        (operation) => operation.limits.includes('probe') || (bound && operation[bound.field])?.line === line,
      );
      assert.ok(limited.length > 0);
      for (const { name: operation, steps } of limited) {
        const facts = steps.filter((fact) => fact.line === line && enforcedBy.includes(fact.step));
        const conditions = facts.flatMap(({ refusals = [] }) => refusals.map((refusal) => refusal.condition));
        assert.deepEqual(conditions, [condition], operation);
        const silent = { ...plan.operations.find((candidate) => candidate.name === operation)!, steps: [] };
        assert.ok(
          findUnenforced({ ...plan, operations: [silent] }).some((finding) => finding.line === line),
          operation,
        );
      }
    });
  }
}

test('a limit that no step names is listed', () => {
  const [first, ...others] = served.plan.operations;
  const limit = { ...served.plan.limits[0]!, name: 'moon', kind: 'moon phase', scopes: ['x'], line: 7_000 };
  const operations = [{ ...first!, limits: [...first!.limits, 'moon'] }, ...others];
  assert.deepEqual(findUnenforced({ ...served.plan, limits: [...served.plan.limits, limit], operations }), [
    { what: `${first!.name}: the limit moon`, line: 7_000 },
  ]);
});

test('a plan that names a step which nothing does is not opened', () => {
  const [first, ...others] = served.plan.operations;
  const unknown = { ...first!, steps: [...first!.steps, { step: 'limits/unknown' as StepName, words: 'x' }] };
  const { store, platform } = served;
  const plan = { ...served.plan, operations: [unknown, ...others] };
  const open = () => openService({ plan, compiled: compile(plan), store, platform });
  assert.throws(open, /names an unknown step: limits\/unknown/);
});

test('a service is not opened if an operation of an older version alone has a step which nothing does', (t) => {
  const known = steps as Partial<typeof steps>;
  const step = 'versioning/request';
  const whole = planFor(versioned());
  const operations = whole.operations.map((operation) => ({
    ...operation,
    steps: operation.steps.filter((planned) => planned.step !== step),
  }));
  const plan = { ...whole, operations };
  const { store, platform } = served;
  const { [step]: definition } = known;
  t.after(() => Object.assign(known, { [step]: definition }));
  Reflect.deleteProperty(known, step);
  const open = () => openService({ plan, compiled: compile(plan), store, platform });
  assert.throws(open, /in version \d names an unknown step: versioning\/request/);
});

test('schemes of every kind are enforced, and the operations that give and end tokens', () => {
  const plan = planFor(notes(['key', 'staff', 'partner', 'machine', 'legacy']));
  assert.equal(plan.authentication.schemes.length, 5);
  assert.deepEqual(
    plan.operations.flatMap(({ kind }) => (kind.endsWith(' token') ? [kind] : [])),
    ['issue token', 'revoke token'],
  );
  assert.deepEqual(findUnenforced(plan), []);
});
