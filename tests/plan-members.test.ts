import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import type { OperationKind } from '../src/plan/kinds.ts';
import type { CommonOperationPlan, OperationPlan } from '../src/plan/operation.ts';
import type { Plan } from '../src/plan/plan.ts';
import { createSource } from '../src/text/location.ts';
import { listDocuments } from './support/cases.ts';
import { root } from './support/process.ts';

/** The members of plans of a kind beside the common ones. */
type Own<Kind extends OperationKind> = Exclude<
  {
    [Name in keyof OperationPlan<Kind>]-?: [OperationPlan<Kind>[Name]] extends [undefined] ? never : Name;
  }[keyof OperationPlan<Kind>],
  keyof CommonOperationPlan | 'kind'
>;

const ofRecord = { resource: 'always', record: 'perhaps' } as const;
const sent = { input: 'perhaps', idempotency: 'perhaps', bodySize: 'perhaps' } as const;

const changed = { ...ofRecord, ...sent, present: 'perhaps', presentCode: 'perhaps', resumable: 'perhaps' } as const;

/** By kind the members that the types name, and whether a plan of the kind always has them. */
const members: { readonly [Kind in OperationKind]: Readonly<Record<Own<Kind>, 'always' | 'perhaps'>> } = {
  create: {
    resource: 'always',
    existing: 'perhaps',
    replaces: 'perhaps',
    present: 'perhaps',
    presentCode: 'perhaps',
    issues: 'perhaps',
    resumable: 'perhaps',
    refreshed: 'perhaps',
    ...sent,
  },
  read: { ...ofRecord, signed: 'perhaps' },
  list: { resource: 'always', paging: 'perhaps', unbounded: 'perhaps' },
  update: changed,
  replace: { ...changed, creation: 'perhaps' },
  delete: { ...ofRecord, input: 'perhaps', idempotency: 'perhaps' },
  transition: { ...changed, verb: 'always' },
  handler: { ...ofRecord, resource: 'perhaps', verb: 'always', session: 'perhaps', ...sent },
  'issue token': { bodySize: 'perhaps' },
  'revoke token': { bodySize: 'perhaps' },
  'stream events': {},
  'list events': { paging: 'perhaps' },
  'read event': {},
};
const known = new Set(Object.values(members).flatMap((own) => Object.keys(own)));

/** The plans of documents without errors, each also with the Requests of its operations without one not shown. */
function* plans(): Generator<Plan> {
  const files = globSync(['tests/documents/*.md', 'examples/*/*.md'], { cwd: root });
  const whole = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const cases = listDocuments().filter(([name]) => /^(?:endpoints|limits|states)\//.test(name));
  for (const [file, text] of [...whole, ...cases]) {
    const closed = text.replaceAll(/(\| (?:read|list|delete) \w+ \| \w+ \| [^|]+ \|) *\|/g, '$1 not shown |');
    for (const variant of [text, closed]) {
      const { diagnostics, service } = readDocument(createSource(file, variant));
      if (!diagnostics.some(({ severity }) => severity === 'error')) yield buildPlan(service);
    }
  }
}

test('operations of each kind have the members of their kind and no others', () => {
  const seen = new Set<OperationKind>();
  for (const { operations, versioning, document } of plans()) {
    const older = (versioning.older ?? []).flatMap((version) => version.interface.operations);
    for (const operation of [...operations, ...older]) {
      const { kind, name } = operation;
      seen.add(kind);
      const own = new Map(Object.entries(members[kind]));
      const found = Object.keys(operation).filter((member) => known.has(member));
      const strange = found.filter((member) => !own.has(member));
      const lacking = [...own].filter(([member, when]) => when === 'always' && !found.includes(member));
      assert.deepEqual({ strange, lacking }, { strange: [], lacking: [] }, `${name} of ${document}`);
    }
  }
  assert.ok(seen.size >= 10, [...seen].join());
});
