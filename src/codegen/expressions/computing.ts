import type { Draft, FieldError } from '../../contracts/record.ts';
import { isExpressionError } from '../../expression/failures.ts';
import { collectReferences } from '../../expression/references.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { declareValue } from '../expressions.ts';
import { type ModuleText, toJsonPointer } from '../module.ts';

type Computed = FieldPlan & { readonly computed: NonNullable<FieldPlan['computed']> };

type Work = (record: Draft, fieldErrors: FieldError[]) => void;

/**
 * Prepares the computation of stored computed fields. The second step runs when the module is linked, with the validation of the record: it
 * names the values of other types for which an expression fails.
 */
export function computeOf(module: ModuleText, resource: ResourcePlan): (validate: Work) => Work {
  const fields = sortByDependencies(
    resource.fields.filter((field): field is Computed => field.computed?.shown === false),
  );
  const names = fields.map((field) => declareValue(module, 'r', field.computed.value, { record: 'r' }));
  return (validate) => {
    const values = names.map((name) => module.linked(name) as unknown as (record: Draft) => unknown);
    const nothing = fields.map((field) => (field.schema.nullable === true ? null : undefined));
    return (record, fieldErrors) => {
      for (let at = 0; at < values.length; at++) {
        const { name, computed } = fields[at]!;
        try {
          record[name] = values[at]!(record);
        } catch (thrown) {
          record[name] = nothing[at];
          if (isExpressionError(thrown) ? thrown.reason === 'absent' : failsValidation(validate, record)) continue;
          if (!isExpressionError(thrown)) throw thrown;
          const message = 'cannot be computed';
          fieldErrors.push({ pointer: toJsonPointer(name), problem: 'constraint', message, line: computed.line });
        }
      }
    };
  };
}

function failsValidation(validate: Work, record: Draft): boolean {
  const fieldErrors: FieldError[] = [];
  validate(record, fieldErrors);
  return fieldErrors.length > 0;
}

/** Sorts fields after those that they read. */
function sortByDependencies(fields: readonly Computed[]): readonly Computed[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const done = new Set<string>();
  const order: Computed[] = [];
  const visit = (field: Computed): void => {
    if (done.has(field.name)) return;
    done.add(field.name);
    for (const name of collectReferences(field.computed.value).fields.get('record') ?? []) {
      const other = byName.get(name);
      if (other !== undefined) visit(other);
    }
    order.push(field);
  };
  for (const field of fields) visit(field);
  return order;
}
