import { createChecks } from '../../codegen/check/checks.ts';
import { createModuleText } from '../../codegen/module.ts';
import type { FieldError } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import { memo } from '../../text/memo.ts';

type Work = (value: unknown, problems: FieldError[]) => unknown;

/** Lists what is wrong with a value that a client sends, as the page states its type, format and constraints. */
export type Validator = (schema: ValueSchema, value: Json) => readonly FieldError[];

/** Returns the validator of a plan, created once. */
export const getValidator = memo((plan: Plan): Validator => {
  const module = createModuleText();
  const checks = createChecks(plan, module);
  const works = new Map<string, Work>();
  return (schema, value) => {
    const name = checks.of(schema, 'sent');
    const work = works.get(name) ?? link(name);
    const problems: FieldError[] = [];
    // Checks change lists and objects in place.
    work(structuredClone(value), problems);
    return problems;
  };

  function link(name: string): Work {
    module.link();
    const work = module.linked(name) as unknown as Work;
    works.set(name, work);
    return work;
  }
});
