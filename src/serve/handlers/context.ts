import type { Passwords } from '../../contracts/handlers.ts';
import type { RecordValue } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { getHandlerCondition, listHandlerCodes } from '../../parts/registry.ts';
import { findUnknownStep } from '../../plan/fields/named-fields.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { findNamed } from '../../text/find-named.ts';
import { readStack } from '../request/thrown.ts';
import { createIdentityCheck, needFew, needObject, needOptions, suggestName } from './arguments.ts';
import { Refused } from './refused.ts';
import { begin, open, type Run, Unawaited } from './run.ts';
import type { Tools } from './tools.ts';

const refuseOptions = { field: 'string', message: 'string' } as const;

/** Makes `refuse(code, { field, message })` of an operation's code. */
export function createRefuser(
  plan: Plan,
  operation: OperationPlan,
  { end }: Tools,
): (run: Run) => (code: string, more?: object) => never {
  const { name: by } = operation;
  const codes = listHandlerCodes(plan, by);
  return (run) => (code, more) => {
    open(run);
    const row = codes.get(code);
    if (row === undefined) {
      const why = `${by} may not refuse with ${String(code)}: no row of Errors has it as \`raised by ${by}\``;
      const may = `it may use ${[...codes.keys()].join(', ') || 'none'}`;
      throw new Error(`${why}; ${may}${suggestName(code, codes.keys())}`);
    }
    const what = `refuse('${code}')`;
    needOptions(what, more, refuseOptions);
    const { field, message } = (more ?? {}) as { readonly field?: string; readonly message?: string };
    const stray = field === undefined ? undefined : findUnknownStep(plan, operation, field);
    if (stray !== undefined) {
      const place = stray.step === field ? '' : ` in \`${field}\``;
      const why = `${by} has no field or parameter \`${stray.step}\`${place}${suggestName(stray.step, stray.known)}`;
      throw new Error(`${what}: ${why}`);
    }
    const refusal: Refusal = {
      condition: getHandlerCondition(row, by),
      named: code,
      line: row.line,
      ...(field === undefined ? {} : { field }),
      ...(message === undefined ? {} : { message }),
    };
    return end(run, refusal);
  };
}

/** Makes `emit(event, record)`: events that the document states as `emitted by` the operation. */
export function createEmitter(
  plan: Plan,
  operation: string,
  record: ((ctx: RequestContext, event: string, of: RecordValue) => unknown) | undefined,
): (run: Run) => (event: string, of: RecordValue, ...more: unknown[]) => Promise<void> {
  const own = plan.events.filter(({ when }) =>
    when.some((eventWhen) => eventWhen.emitted && eventWhen.operation === operation),
  );
  const names = own.map(({ name }) => name);
  const emit = async (what: string, run: Run, event: string, given: readonly unknown[]): Promise<void> => {
    if (!names.includes(event)) {
      const why = `${operation} may not emit ${String(event)}: no row of Events says \`emitted by ${operation}\``;
      throw new Error(`${why}${suggestName(event, names)}`);
    }
    if (record === undefined) throw new Error(`the event ${event} cannot be recorded: this service keeps no events`);
    needFew(what, [event, ...given], 2);
    const [of] = given;
    const resource = plan.resources.find(({ name }) => name === findNamed(own, event)?.resource);
    if (resource !== undefined) {
      const { [resource.identity]: id } = needObject(what, `the ${resource.name}`, of);
      createIdentityCheck(plan, resource)(what, id);
    }
    await record(run.ctx, event, { ...(of as RecordValue) });
  };
  return (run) =>
    (event, ...given) => {
      const what = `emit('${String(event)}')`;
      return begin(run, what, 'writes', () => emit(what, run, event, given));
    };
}

/** Returns the caller for handlers: its identity, scopes and attributes; undefined without authentication. */
export function toHandlerCaller({ caller }: RequestContext): Readonly<Record<string, unknown>> | undefined {
  return caller === undefined ? undefined : { ...caller.values, id: caller.id, scopes: caller.scopes };
}

/** `password` of a hook: hashes and compares off the main thread; too many at once refuse the request. */
export function createPasswordTools(passwords: Passwords, run: Run, { end }: Tools): object {
  const busy = (): never => end(run, { condition: 'unavailable' });
  const work = <T>(name: string, make: () => Promise<T> | 'busy'): Promise<T> =>
    begin(run, `password.${name}`, 'reads', async () => {
      const made = make();
      return made === 'busy' ? busy() : made;
    });
  return {
    hash: (text: string) => work('hash', () => passwords.hash(text)),
    matches: (text: string, hash: string | null | undefined) =>
      work('matches', () => passwords.matches(text, hash ?? '')),
  };
}

/** The refusal of a run that threw this, or that was refused although it went on; else undefined. */
export function findRunRefusal(run: Run, thrown: unknown): Refusal | undefined {
  if (thrown instanceof Unawaited) return undefined;
  return run.refusal ?? (thrown instanceof Refused ? thrown.refusal : undefined);
}

/** Returns what code threw, which may be any value, as an error. */
export function toError(thrown: unknown, name: string): Error {
  return thrown instanceof Error
    ? thrown
    : new Error(`the code of ${name} threw ${readStack(thrown)}, which is not an Error`);
}
