import { hasMemberDefaults } from '../../plan/fields/member-defaults.ts';
import { listStoredFields } from '../../plan/records/row.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Checks } from '../check.ts';
import { compileFieldAccess, toSourceString } from '../module.ts';

/**
 * Declares what gives the objects of a record the members that they lack, before an expression reads them: a merge patch or an Effect may
 * have made them. Undefined if no member has a default. The validation reports its problems.
 */
export function declareCompletion(checks: Checks, plan: ResourcePlan): string | undefined {
  const fields = listStoredFields(plan).filter(({ schema }) => hasMemberDefaults(checks.plan, schema));
  if (fields.length === 0) return undefined;
  const lines = fields.map(({ name, schema }) => {
    const key = toSourceString(name);
    return `a = ${compileFieldAccess('r', name)}; if (typeof a === 'object' && a !== null) r[${key}] = ${checks.of(schema, 'kept')}(a, []);`;
  });
  return checks.module.declare('r', `let a; ${lines.join('\n')}`);
}
