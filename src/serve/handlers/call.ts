import type { HandlerContext, Handlers } from '../../contracts/handlers.ts';
import type { RecordValue } from '../../contracts/record.ts';
import type { InnerOperation } from '../request/inner-operations.ts';
import { resolveBody } from './answered.ts';
import { createIdentityCheck, needFew, suggestName } from './arguments.ts';
import { begin, createRun, type Run, Unawaited } from './run.ts';
import type { Tools } from './tools.ts';
import { copyData } from './values.ts';

/** The dependencies of calls of operations by handlers. */
export interface Calling {
  readonly inner: () => ReadonlyMap<string, InnerOperation>;
  readonly tools: Tools;
  readonly handlers: Handlers;
  contextOf(name: string): (run: Run) => HandlerContext;
}

/** So deep may handlers call one another. */
const deepest = 8;
const depths = new WeakMap<Run, number>();

/** `call('pay Invoice', id, input)`; an operation that is about no record takes its input alone. */
type Call = (name: string, ...given: unknown[]) => Promise<unknown>;

/** Makes `call` of a run: a transition or operation in the same transaction; `asService` lifts the caller's row rules. */
export function createCall(calling: Calling, run: Run): Call {
  const as = (asService: boolean): Call => {
    const call = async (what: string, name: string, given: readonly unknown[]): Promise<unknown> => {
      const operation = name.startsWith('store ') ? undefined : calling.inner().get(name);
      if (operation === undefined) {
        const names = [...calling.inner().keys()].filter((key) => !key.startsWith('store '));
        throw new Error(
          `call: there is no operation or transition ${name} that code may run${suggestName(name, names)}`,
        );
      }
      if (calling.handlers.before.has(name))
        throw new Error(`call: ${name} has a hook before its transaction, so code cannot call it`);
      const { resource, operation: plan } = operation.op;
      const finds = plan.segments.length > 0;
      needFew(what, [name, ...given], finds ? 3 : 2);
      const [id, more = {}] = finds ? given : [undefined, ...given];
      if (finds) createIdentityCheck(operation.op.plan, resource!.plan)(what, id);
      const input = copyData(`${what}: the input`, more as Record<string, unknown>);
      const done = await calling.tools.perform(run, operation, { ctx: run.ctx, id, input, checked: true, asService });
      const record = calling.tools.settle(run, operation, done);
      if (operation.op.operation.kind !== 'handler' || 'refusal' in done) return record;
      return runNestedHandler(calling, run, name, done.request, record);
    };
    return (name, ...given) => {
      const what = `call${asService ? '.asService' : ''}('${String(name)}')`;
      return begin(run, what, 'writes', () => call(what, String(name), given));
    };
  };
  return Object.assign(as(false), { asService: as(true) });
}

/** Runs the handler of another operation inside this run; what refuses it refuses this one. */
async function runNestedHandler(
  calling: Calling,
  outer: Run,
  name: string,
  ctx: Run['ctx'],
  record: RecordValue | undefined,
): Promise<unknown> {
  const { handlers, tools } = calling;
  const depth = (depths.get(outer) ?? 0) + 1;
  if (depth > deepest) throw new Error(`call: handlers call one another more than ${deepest} deep`);
  const run = createRun('the handler of', name, ctx);
  depths.set(run, depth);
  try {
    const result = await tools.run(run, () => handlers.operations.get(name)!(calling.contextOf(name)(run)));
    if (run.refusal !== undefined) return tools.end(outer, run.refusal);
    if (run.latest !== undefined && outer.latest !== undefined) outer.latest = run.latest;
    return resolveBody(run, result) ?? run.latest ?? record;
  } catch (thrown) {
    // Whatever the outer handler makes of it, the request ends with it.
    if (thrown instanceof Unawaited) outer.mistake ??= thrown;
    else if (run.refusal !== undefined) return tools.end(outer, run.refusal);
    throw thrown;
  }
}
