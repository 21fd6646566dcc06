import type { Trial } from '../describe/examples/probes/probe.ts';
import type { PlayedRequest } from '../describe/examples/world.ts';
import { listWanted } from '../describe/wire/errors.ts';
import type { BodyShape } from '../plan/body.ts';
import { isObject } from '../plan/fields/is-object.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { CodePlan, ErrorsPlan } from '../plan/plan.ts';
import type { WholePlan } from '../plan/whole.ts';
import { accepted, type Outcome, proven, unreached, violated } from './ledger/verdict.ts';
import type { OtherPieces, Prover } from './prover.ts';
import { findFactLine } from './values/lines.ts';
import type { Exchanged } from './world/exchanged.ts';

/** The rows of Errors that may answer some conditions of an operation; `isOpen`: the page leaves one of them without a row. */
export interface Expected {
  readonly codes: readonly CodePlan[];
  readonly isOpen: boolean;
}

/** Finds the rows of Errors that answer conditions of an operation. */
export function findExpected(
  plan: WholePlan,
  operation: OperationPlan,
  conditions: readonly string[],
  named?: string,
): Expected {
  const causes = listWanted(plan, operation, undefined).filter(({ condition }) => conditions.includes(condition));
  const names = named === undefined ? causes.map(({ code }) => code) : [named];
  const codes = plan.errors.codes.filter(({ code }) => names.includes(code));
  return { codes, isOpen: names.length === 0 || names.includes(undefined) };
}

/** Says what is expected: `422 invalid or 409 taken`. */
export function describeExpected({ codes, isOpen }: Expected): string {
  const words = codes.map(({ status, code }) => `${status} ${code}`);
  return isOpen ? 'a rejection' : words.join(' or ');
}

/** Returns whether an error response is an expected one. */
export function isExpected(
  { errors }: Pick<WholePlan, 'errors'>,
  { codes, isOpen }: Expected,
  { response }: Exchanged,
): boolean {
  if (isOpen && response.status >= 400 && response.status < 500) return true;
  const code = readCode(errors, response.body);
  return codes.some(
    (row) => row.status === response.status && (code === row.code || (code === undefined && !showsCode(errors))),
  );
}

/** Whether the page says where an error body shows its code. */
function showsCode({ body }: ErrorsPlan): boolean {
  return body?.kind === 'problem details' || (body !== undefined && findCodePath(body.shape) !== undefined);
}

/** Reads the error code that a body shows; undefined where the page does not say where it is, or it is not there. */
export function readCode(errors: ErrorsPlan, body: unknown): string | undefined {
  if (errors.body?.kind === 'problem details')
    return isObject(body) && typeof body.code === 'string' ? body.code : undefined;
  const path = errors.body === undefined ? undefined : findCodePath(errors.body.shape);
  const value = path?.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), body);
  return typeof value === 'string' ? value : undefined;
}

/** Finds the members around the code in the shape of an error body. */
export function findCodePath(shape: BodyShape): readonly string[] | undefined {
  if (shape.kind === 'role') return shape.role === 'code' ? [] : undefined;
  if (shape.kind !== 'object') return undefined;
  for (const member of shape.members) {
    const inner = findCodePath(member.shape);
    if (inner !== undefined) return [member.name, ...inner];
  }
  return undefined;
}

/** A mistake in a request, and the conditions that answer it. */
export interface Wrong {
  /** The conditions of Errors that may answer it. */
  readonly conditions: readonly string[];
  /** The code that a row names for it. */
  readonly named?: string | undefined;
  /** In words, for the finding: `without name`. */
  readonly words: string;
  /** The pieces that are put otherwise; undefined: this request cannot be made wrong in this way. */
  readonly pieces?: (trial: Trial) => OtherPieces | undefined;
  readonly change?: (request: PlayedRequest) => PlayedRequest;
}

/** Sends a request that is wrong in one way alone, and judges the rejection. */
export async function expectRejection(prover: Prover, operation: OperationPlan, wrong: Wrong): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  return rejectTrial(prover, trial, wrong);
}

/** The same for a request that is prepared already. */
export async function rejectTrial(prover: Prover, trial: Trial, wrong: Wrong): Promise<Outcome> {
  const { operation } = trial;
  const other = wrong.pieces === undefined ? {} : wrong.pieces(trial);
  if (other === undefined) return unreached('the request that succeeds has no such value');
  const one = await prover.send(trial, other, wrong.change);
  return judgeRejection(prover, operation, one, wrong);
}

/** Judges the response to a wrong request. Another rejection is a finding only if the request without the mistake succeeds. */
export async function judgeRejection(
  prover: Prover,
  operation: OperationPlan,
  one: Exchanged,
  { conditions, named, words }: Wrong,
): Promise<Outcome> {
  const { status, body } = one.response;
  const expected = findExpected(prover.plan, operation, conditions, named);
  const wanted = `\`${operation.name}\` ${words} is rejected with ${describeExpected(expected)}`;
  if (status < 400) return accepted(wanted.replace(' with a rejection', ''), one);
  if (isExpected(prover.plan, expected, one)) return proven;
  if (status === 429 || status === 503) return unreached(`the service responded ${status}`);
  const code = readCode(prover.plan.errors, body);
  const withoutCode = expected.codes.find((row) => row.status === status);
  if (code === undefined && withoutCode !== undefined && !expected.isOpen) {
    const line = findFactLine(prover.plan, 'Body');
    return {
      ...violated(`the error ${withoutCode.code} shows its code`, 'no code', one),
      ...(line === undefined ? {} : { line }),
    };
  }
  if (!(await prover.succeeds(operation))) return unreached(`the request without the mistake got a rejection too`);
  return violated(wanted, `${status}${code === undefined ? '' : ` ${code}`}`, one);
}
