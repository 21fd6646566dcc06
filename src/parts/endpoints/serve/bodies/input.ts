import type { Making } from '../../../../contracts/operation-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import { pointerOf } from '../../../../plan/sent.ts';
import { invalidInput } from './body.ts';
import { checkPatch } from './json-patch.ts';

/** Checks the body against the operation's Request; turns the request down with all that was found before the record. */
export function inputStep(making: Making): Step {
  const { input } = making.code;
  if (input === undefined) return emptyInputStep(making);
  return (given) => {
    given.problems ??= [];
    if (given.bodyKind === 'json patch') {
      const refusal = checkPatch(given);
      if (refusal !== undefined) return refusal;
      return given.problems.length > 0 ? invalidInput(given.problems) : undefined;
    }
    const fields = Object.create(null) as Record<string, unknown>;
    const members = input(given.body, given.problems, fields);
    if (given.problems.length > 0) return invalidInput(given.problems);
    given.fields = fields;
    given.input = Object.assign(members, given.inputParameters);
    given.problems = undefined;
    return undefined;
  };
}

/** Where Request is empty a request may have no body, or an empty object. */
function emptyInputStep({ plan, operation }: Making): Step {
  if (operation.method === 'GET' || operation.method === 'HEAD') return () => undefined;
  const strict = plan.unknownMembers === 'refused';
  return (given) => {
    const { body } = given;
    if (body !== undefined && strict) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        const message = 'must be an object without members, or be left out';
        given.problems = [...(given.problems ?? []), { pointer: '', problem: 'type', message }];
      } else {
        for (const name of Object.keys(body)) {
          given.problems ??= [];
          given.problems.push({ pointer: pointerOf([name]), problem: 'unknown', message: 'is not known here' });
        }
      }
    }
    if (given.problems === undefined || given.problems.length === 0) return undefined;
    return invalidInput(given.problems);
  };
}
