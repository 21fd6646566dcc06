import { type Bound, holds } from '../../parts/limits/serve/bounds.ts';
import type { TimeBound } from '../../parts/limits/serve.ts';
import type { Deadlines } from './deadlines.ts';
import type { ActiveRequest } from './request-context.ts';
import type { RequestResult } from './run.ts';

/**
 * Resolves to the result of the steps, or to the refusal of the time limit that elapsed. Tries the time limits from shortest to
 * longest.
 */
export function enforceTimeouts(
  deadlines: Deadlines,
  times: readonly Bound<TimeBound>[],
  ctx: ActiveRequest,
  outcome: Promise<RequestResult>,
): Promise<RequestResult> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => undefined;
    /** The milliseconds in which files arrived. */
    const received = (): number => ctx.received + (ctx.receiving === undefined ? 0 : performance.now() - ctx.receiving);
    const wait = (at: number, since: number, excused = 0): void => {
      const bound = times[at]!;
      const { milliseconds, refusal } = bound.value;
      cancel = deadlines.after(milliseconds + excused - since, () => {
        const more = received();
        if (more > excused) {
          wait(at, milliseconds + excused, more);
          return;
        }
        if (!holds(bound, ctx)) {
          wait(at + 1, milliseconds + excused, excused);
          return;
        }
        ctx.expire();
        resolve(refusal);
      });
    };
    wait(0, 0);
    outcome.then(
      (done) => {
        cancel();
        resolve(done);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}
