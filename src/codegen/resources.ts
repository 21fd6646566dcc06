import type { CompiledResource } from '../contracts/compiled.ts';
import type { Cipher } from '../contracts/platform.ts';
import { runtime } from '../expression/runtime.ts';
import { isKeptByDefault } from '../plan/fields/presence.ts';
import { mayCompute } from '../plan/handler-rules.ts';
import { listStoredFields } from '../plan/records/row.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import type { Checks } from './check.ts';
import { computeOf } from './expressions/computing.ts';
import { compileTransitionRow } from './expressions/effects.ts';
import { declareCondition } from './expressions.ts';
import { compileFieldAccess, toJsonPointer, toSourceString } from './module.ts';
import { declareCompletion } from './records/complete.ts';
import { getFieldDefault } from './records/fill.ts';
import { declareRows } from './records.ts';

/** Writes the code of a resource into the module; the second step is done when the module is linked. */
export function compileResource(checks: Checks, plan: ResourcePlan, cipher?: Cipher): () => CompiledResource {
  const { module } = checks;
  const rows = declareRows(module, checks.plan, plan, cipher);
  const compute = computeOf(module, plan);
  const completion = declareCompletion(checks, plan);
  const toDraft = module.declare('f', compileDraftBody(plan));
  const validate = module.declare('r, p, o, s', validateBody(checks, plan));
  const same = module.declare('a, b', compileEqualityBody(checks, plan));
  const byCode = plan.fields.flatMap(({ name, schema }) =>
    mayCompute(plan, name) ? [[name, checks.of(schema, 'kept')] as const] : [],
  );
  const rules = plan.rules.map((rule) =>
    declareCondition(module, 'r, o, g', rule.check, { record: 'r', old: 'o', given: 'g' }),
  );
  const uniques = plan.uniques.map(({ where }) => declareCondition(module, 'r', where, { record: 'r' }));
  const machines = plan.machines.map((machine) =>
    machine.transitions.map((row) => compileTransitionRow(module, row, plan)),
  );
  const ofOperations = plan.operationRules.map((row) => [row, compileTransitionRow(module, row, plan)] as const);
  return () => {
    const validating = module.linked(validate) as unknown as CompiledResource['validate'];
    const computing = compute(validating);
    const complete =
      completion === undefined ? undefined : (module.linked(completion) as unknown as CompiledResource['complete']);
    return {
      plan,
      toRecord: module.linked(rows.toRecord) as unknown as CompiledResource['toRecord'],
      toRow: module.linked(rows.toRow) as unknown as CompiledResource['toRow'],
      toDraft: module.linked(toDraft) as unknown as CompiledResource['toDraft'],
      complete,
      compute: complete
        ? (record, fieldErrors) => {
            complete(record);
            computing(record, fieldErrors);
          }
        : computing,
      validate: validating,
      byCode: new Map(byCode.map(([name, check]) => [name, module.linked(check) as (value: unknown) => unknown])),
      same: module.linked(same) as unknown as CompiledResource['same'],
      uniques: uniques.map((name) => module.linked(name) as unknown as CompiledResource['uniques'][number]),
      rules: rules.map((name) => module.linked(name) as unknown as CompiledResource['rules'][number]),
      machines: machines.map((transitions) => ({ rows: transitions.map((row) => row()) })),
      operationRules: new Map(ofOperations.map(([row, link]) => [row, link()])),
    };
  };
}

/** The fields in the order in which records that were read have them: V8 gives both the same hidden class. */
function compileDraftBody(plan: ResourcePlan): string {
  const fields = listStoredFields(plan).map(({ name }) => `${toSourceString(name)}: ${compileFieldAccess('f', name)}`);
  return `return {${fields.join(', ')}};`;
}

/** Full validation, field by field in the document's order; what is merged in place is brought into its kept form. */
function validateBody(checks: Checks, plan: ResourcePlan): string {
  const { $ } = checks;
  const none = checks.module.constant(Object.freeze({}));
  const lines = [`let n, a, b; if (o === undefined) o = ${none}; if (s === undefined) s = ${none};`];
  for (const field of listStoredFields(plan)) {
    const { name, schema, required, line } = field;
    const key = toSourceString(name);
    const due = required || name === plan.identity;
    const missing = due ? checks.problem('missing', 'is required', toJsonPointer(name), line) : '';
    const otherwise = isKeptByDefault(field)
      ? `r[${key}] = ${checks.module.constant(() => structuredClone(getFieldDefault(field)))}();`
      : missing;
    const absent = schema.nullable === true && !due ? `r[${key}] = null;` : otherwise;
    lines.push(`a = ${compileFieldAccess('r', name)}; if (a === undefined) {${absent}} else if ((a !== ${compileFieldAccess('o', name)} || typeof a === 'object') && a !== ${compileFieldAccess('s', name)}) {
      n = p.length; b = ${checks.of(schema, 'kept')}(a, p);
      if (p.length !== n) ${$}.within(p, n, ${toSourceString(toJsonPointer(name))});
      if (a !== b) r[${key}] = b;
    }`);
  }
  return lines.join('\n');
}

function compileEqualityBody({ module }: Checks, plan: ResourcePlan): string {
  const equal = module.constant(runtime.equal);
  const parts = listStoredFields(plan).map(({ name, storage }) => {
    const [left, right] = [compileFieldAccess('a', name), compileFieldAccess('b', name)];
    return storage === 'json'
      ? `${equal}(${left} ?? null, ${right} ?? null)`
      : `(${left} ?? null) === (${right} ?? null)`;
  });
  return `return ${parts.length === 0 ? 'true' : parts.join(' && ')};`;
}
