import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { encodePointerStep } from '../../../plan/fields/json-pointer.ts';
import { createInvalidInput } from '../../endpoints/serve/bodies/body.ts';
import { keepCompared } from '../serve/compared-password.ts';
import { createFinding } from '../serve/finding.ts';
import { readPresented } from '../serve/presented.ts';

/** Compares a member of the Request with the password of the record, before the transaction and off the main thread. */
export const presentPassword: StepDefinition = {
  plan({ operation }) {
    const { present } = operation;
    if (present === undefined || operation.kind === 'create') return [];
    const words = `compare ${present.path.join('.')} with the ${present.field} of the record`;
    return [{ words, refusals: [{ condition: 'invalid input' }], line: present.line }];
  },
  create: createComparison,
};

function createComparison(op: OperationContext): Step {
  const { operation, passwords } = op;
  const { path, field, line } = operation.present!;
  const { creation } = op;
  const find = createFinding(op);
  const pointer = path.map((name) => `/${encodePointerStep(name)}`).join('');
  const message = 'must be the present password';
  const wrong = createInvalidInput([{ pointer, problem: 'constraint', message, line }]);
  const busy: Refusal = { condition: 'unavailable' };
  return async (ctx) => {
    const sent = readPresented(ctx, path);
    for (const step of find) {
      const refusal = await step(ctx);
      if (refusal === undefined) continue;
      if (creation === undefined || typeof refusal !== 'object' || refusal.unknown !== true) return refusal;
      // A record that is created meanwhile has a password that was not compared.
      keepCompared(ctx, { hash: unknownHash, wrong });
      return undefined;
    }
    const hash = ctx.before![field];
    const comparing = passwords!.matches(String(sent ?? ''), String(hash ?? ''));
    if (comparing === 'busy') return busy;
    if (!(await comparing)) return wrong;
    // A log in at the same time may store the same password with the costs of new hashes.
    const renewed = await passwords!.renew(String(sent ?? ''), String(hash ?? ''));
    keepCompared(ctx, { hash, renewed, wrong });
    return undefined;
  };
}

/** No record has it. */
const unknownHash = Symbol('the hash of a record that was not found');
