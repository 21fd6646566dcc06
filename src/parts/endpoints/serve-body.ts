import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { pointerOf } from '../../plan/sent.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { versionTypes } from '../versioning/serve-types.ts';
import { isUtf8Type } from './serve-charset.ts';
import { formReader, formType } from './serve-form.ts';
import { checkPatch } from './serve-json-patch.ts';

/** The media types that a request of an operation may have. */
export function requestTypes(plan: Plan, operation: OperationPlan): readonly string[] {
  return [...plainTypes(plan, operation), ...versionTypes(plan)];
}

function plainTypes(plan: Plan, operation: OperationPlan): readonly string[] {
  const stated = plan.media.request.length === 0 ? ['application/json'] : plan.media.request;
  const patches = stated.some((type) => essence(type) === jsonPatch);
  if (operation.kind === 'update') return [mergePatch, 'application/json', ...(patches ? [jsonPatch] : [])];
  const others = stated.filter((type) => essence(type) !== jsonPatch && essence(type) !== mergePatch);
  return others.length === 0 ? ['application/json'] : others;
}

const mergePatch = 'application/merge-patch+json';
/** The media type of a JSON Patch (RFC 6902, section 6). */
export const jsonPatch = 'application/json-patch+json';

/** The media type without its parameters, in lower case. */
export function essence(type: string): string {
  const end = type.indexOf(';');
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}

/** Refuses a body of another media type, charset or coding (RFC 9110, sections 12.5.1, 12.5.3 and 15.5.16). */
export function mediaTypeStep(making: Making): Step | undefined {
  const { plan, operation } = making;
  if (operation.method === 'GET' && operation.input === undefined) return undefined;
  const types = requestTypes(plan, operation);
  const known = new Set(types.map((type) => type.toLowerCase()));
  const accept = operation.method === 'PATCH' ? 'Accept-Patch' : 'Accept';
  const refusal: Refusal = { condition: 'unsupported media type', headers: { [accept]: types.join(', ') } };
  const coded: Refusal = { condition: 'unsupported media type', headers: { 'Accept-Encoding': 'identity' } };
  const kinds = new Map<string, Given['bodyKind']>();
  if (types.some((one) => essence(one) === jsonPatch)) kinds.set(jsonPatch, 'json patch');
  if (types.some((one) => essence(one) === formType)) kinds.set(formType, 'form');
  return (given) => {
    const { incoming } = given;
    if (!incoming.hasBody) return undefined;
    const coding = incoming.header('content-encoding');
    if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') return coded;
    const type = incoming.header('content-type');
    if (type === undefined) return refusal;
    if (!known.has(type) && (!known.has(essence(type)) || !isUtf8Type(type))) return refusal;
    if (kinds.size > 0) given.bodyKind = kinds.get(essence(type));
    return undefined;
  };
}

const malformed: Refusal = { condition: 'malformed request' };

/** Parses the body: a text that is no JSON, or names a member twice, is a malformed request (RFC 8259, RFC 7493). */
export function bodyStep(making: Making): Step | undefined {
  const { operation, parse, plan } = making;
  const form = formReader(making.turning?.shown ?? plan, (making.turning?.older ?? operation).input, parse);
  const needed = operation.input !== undefined;
  if (!needed && operation.method === 'GET') return undefined;
  return (given) => {
    if (given.text === undefined) return undefined;
    const parsed = given.bodyKind === 'form' ? form(given.text) : parse(given.text);
    if ('problem' in parsed)
      return { ...malformed, fields: [{ pointer: '', problem: 'type', message: parsed.problem }] };
    given.body = parsed.value;
    return undefined;
  };
}

/** What is wrong with several members of a request, told together. */
export function invalidInput(fields: readonly FieldProblem[]): Refusal {
  const line = fields.find((field) => field.line !== undefined)?.line;
  return { condition: 'invalid input', fields, ...(line === undefined ? {} : { line }) };
}

/** Checks the body against the operation's Request; turns the request down with all that was found before the record. */
export function inputStep(making: Making): Step | undefined {
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
function emptyInputStep({ plan, operation }: Making): Step | undefined {
  if (operation.method === 'GET' || operation.method === 'HEAD') return undefined;
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
