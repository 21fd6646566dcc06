import type { StepDefinition } from '../../../contracts/definition.ts';
import { listChangeLines } from '../serve/changes.ts';
import { createUpgrade } from '../serve.ts';

/** Reads the body of an older caller as its version does, and makes it a present one as the rows of Changes say. */
export const request: StepDefinition = {
  plan(facts) {
    const { plan, older } = facts;
    const isServed = plan.versioning.versions.some(({ status }) => status === 'supported' || status === 'deprecated');
    if ((older === undefined && !isServed) || (older !== undefined && older.operation.input === undefined)) return [];
    const [first, ...others] = listChangeLines(facts);
    if (first !== undefined) return [{ ...first, refusals }, ...others];
    if (older === undefined) return [];
    return [{ words: `read the body in the form of version ${older.version}`, refusals, line: older.operation.line }];
  },
  create: createUpgrade,
};

const refusals = [{ condition: 'invalid input' }];
