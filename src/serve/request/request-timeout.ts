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
    const wait = (at: number, since: number): void => {
      const bound = times[at]!;
      const { milliseconds, refusal } = bound.value;
      cancel = deadlines.after(milliseconds - since, () => {
        if (!holds(bound, ctx)) {
          wait(at + 1, milliseconds);
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
