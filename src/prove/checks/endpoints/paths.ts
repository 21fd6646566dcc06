import { composeRequest } from '../../../describe/examples/compose.ts';
import type { CodePlan } from '../../../plan/plan.ts';
import type { Check } from '../../check.ts';
import { accepted, type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { isExpected, readCode } from '../../rejections.ts';

const methods = ['DELETE', 'PUT', 'PATCH', 'POST'];

/** Paths and methods that no operation has. */
export const paths: Check = {
  part: 'endpoints',
  name: 'paths',
  says: 'A path that no operation has, and a method that no operation of a path has, are requested.',
  cases: (prover) => {
    const own = (condition: string) =>
      prover.plan.errors.codes.find(({ conditions }) =>
        conditions.some(({ name, on }) => name === condition && on === undefined),
      );
    const first = prover.operations[0];
    const unknownPath = own('unknown path');
    const notAllowed = own('method not allowed');
    return [
      ...(unknownPath === undefined || first === undefined
        ? []
        : [
            {
              line: unknownPath.line,
              about: 'a path that no operation has',
              run: () => ask(prover, 'GET', '/no-such-path-7q3v', 'a path that no operation has', unknownPath),
            },
          ]),
      ...(notAllowed === undefined
        ? []
        : prover.operations.flatMap((operation) => {
            if (operation.segments.some(({ kind }) => kind === 'placeholder')) return [];
            const known = prover.plan.operations
              .filter(({ path }) => path === operation.path)
              .map(({ method }) => method);
            const other = methods.find((method) => !known.includes(method));
            if (other === undefined || operation !== prover.operations.find(({ path }) => path === operation.path))
              return [];
            return [
              {
                line: notAllowed.line,
                about: `${other} ${operation.path}`,
                run: () => ask(prover, other, operation.path, `${other} ${operation.path}`, notAllowed),
              },
            ];
          })),
    ];
  },
};

async function ask(prover: Prover, method: string, path: string, words: string, row: CodePlan): Promise<Outcome> {
  const { plan, ground } = prover;
  const like = prover.operations[0]!;
  const sample = await prover.sample(prover.operations.find(({ kind }) => kind === 'list') ?? like);
  if (typeof sample === 'string') return unreached(sample);
  const { headers } = composeRequest(ground.stage, like, { held: sample.pieces.held });
  const { 'content-type': _, ...others } = headers;
  const prefix = sample.request.path.startsWith(plan.base.prefix) ? plan.base.prefix : '';
  const one = await ground.send({ method, path: `${prefix}${path}`, headers: others });
  const { status, body } = one.response;
  const wanted = `${words} is rejected with ${row.status} ${row.code}`;
  if (status < 400) return accepted(wanted, one);
  const code = readCode(plan.errors, body);
  if (status === 429 || status === 503) return unreached(`the service responded ${status}`);
  return isExpected(plan, { codes: [row], isOpen: false }, one)
    ? proven
    : violated(wanted, `${status}${code === undefined ? '' : ` ${code}`}`, one);
}
