import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../../src/parts/index.ts';
import { getStateTables } from '../../src/parts/resolve/presence.ts';
import type { Service } from '../../src/parts/service.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { proveStateFields } from '../../src/plan/records/state-fields.ts';
import type { ResourcePlan } from '../../src/plan/resource.ts';
import { createSource } from '../../src/text/location.ts';
import { listAllDocuments } from '../support/witness.ts';

/** Lists what a plan proves of the fields of a resource by state, and whether the checks of expressions know it too. */
function* compareProofs(service: Service, plan: Plan, resource: ResourcePlan) {
  const tables = getStateTables(service, resource.name);
  for (const machine of resource.machines) {
    const states = tables.find(({ field }) => field === machine.field)?.states;
    for (const [state, { present, absent }] of proveStateFields(resource, machine, plan)) {
      const { always, never } = states?.get(state) ?? {};
      const place = (name: string) => `${resource.name}.${name} in ${state}`;
      for (const name of present) yield { claim: `${place(name)} is present`, known: always?.has(name) === true };
      for (const name of absent) yield { claim: `${place(name)} is absent`, known: never?.has(name) === true };
    }
  }
}

test('descriptions claim nothing of a field in a state that the checks of expressions do not know', () => {
  const claims: { readonly claim: string; readonly known: boolean }[] = [];
  for (const [name, text] of listAllDocuments()) {
    if (!text.includes('| Transition |')) continue;
    const { service, diagnostics } = readDocument(createSource(name, text));
    if (diagnostics.some(({ severity }) => severity === 'error')) continue;
    const plan = buildPlan(service);
    for (const resource of plan.resources)
      for (const { claim, known } of compareProofs(service, plan, resource))
        claims.push({ claim: `${name}: ${claim}`, known });
  }
  assert.ok(claims.length > 20, 'documents that prove something');
  assert.deepEqual(
    claims.filter(({ known }) => !known),
    [],
  );
});
