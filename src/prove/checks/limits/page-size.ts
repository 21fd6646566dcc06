import { composeRequest } from '../../../describe/examples/compose.ts';
import { refresh } from '../../../describe/examples/stage.ts';
import type { OperationPlan, ParameterPlan } from '../../../plan/operation.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { judgeRejection } from '../../rejections.ts';
import { findResponse, readRecords } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** A page has at most as many records as its limit allows. */
export const pageSize: Check = {
  part: 'limits',
  name: 'page-size',
  says: 'A list is read with no page size, with the greatest and with one more.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const { paging } = operation;
      const size = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'page size');
      if (operation.kind !== 'list' || paging === undefined) return [];
      const line = paging.line ?? size?.line ?? operation.line;
      const { defaultSize, maxSize } = paging;
      return [
        ...(defaultSize === undefined || defaultSize > 60 || !isPaged(operation)
          ? []
          : [
              {
                line,
                about: `${operation.name} without a page size`,
                run: () => readDefault(prover, operation, defaultSize),
              },
            ]),
        ...(maxSize === undefined || size === undefined
          ? []
          : [
              {
                line,
                about: `${operation.name} with ${size.name}=${maxSize + 1}`,
                run: () => exceed(prover, operation, size, maxSize),
              },
            ]),
        ...(size === undefined
          ? []
          : [
              {
                line: size.line,
                about: `${operation.name} with ${size.name}=0`,
                run: () => ask(prover, operation, size, '0'),
              },
            ]),
      ];
    }),
};

/** Whether parameters choose the page: a list without them shows all records, up to a limit of the server. */
function isPaged({ parameters }: OperationPlan): boolean {
  const kinds = new Set(['page size', 'cursor', 'offset', 'page number', 'after id', 'before id']);
  return parameters.some(({ mapsTo }) => kinds.has(mapsTo.kind));
}

async function get(
  prover: Prover,
  operation: OperationPlan,
  query: readonly (readonly [string, string])[],
): Promise<Exchanged | string> {
  const done = await prover.sample(operation);
  if (typeof done === 'string') return done;
  const names = new Set(query.map(([name]) => name));
  const kept = (done.pieces.query ?? []).filter(([name]) => !names.has(name));
  return prover.ground.send(
    composeRequest(prover.ground.stage, operation, { ...done.pieces, query: [...kept, ...query] }),
  );
}

function count(operation: OperationPlan, { response }: Exchanged): number {
  return readRecords(findResponse(operation, response.status)?.shape, response.body).length;
}

async function readDefault(prover: Prover, operation: OperationPlan, size: number): Promise<Outcome> {
  const resource = prover.resource(operation.resource)!;
  while ((await refresh(prover.ground.stage, resource.name)).length <= size)
    if ((await prover.create(resource)) === undefined) break;
  const one = await get(prover, operation, []);
  if (typeof one === 'string') return unreached(one);
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const shown = count(operation, one);
  if (shown > size)
    return violated(`a page of \`${operation.name}\` has at most ${size} records`, `${shown} records`, one);
  return shown === size ? proven : unreached(`the list has only ${shown} records`);
}

async function exceed(
  prover: Prover,
  operation: OperationPlan,
  { name }: ParameterPlan,
  most: number,
): Promise<Outcome> {
  const one = await get(prover, operation, [[name, String(most + 1)]]);
  if (typeof one === 'string') return unreached(one);
  const { clamp, code } = operation.paging!;
  if (clamp !== true)
    return judgeRejection(prover, operation, one, {
      conditions: ['invalid input'],
      named: code,
      words: `with ${name}=${most + 1}`,
    });
  if (one.response.status >= 400)
    return violated(
      `\`${operation.name}\` with ${name}=${most + 1} has a page of at most ${most} records`,
      `${one.response.status}: it was rejected`,
      one,
    );
  const shown = count(operation, one);
  return shown > most
    ? violated(`a page of \`${operation.name}\` has at most ${most} records`, `${shown} records`, one)
    : proven;
}

async function ask(prover: Prover, operation: OperationPlan, { name }: ParameterPlan, value: string): Promise<Outcome> {
  const one = await get(prover, operation, [[name, value]]);
  if (typeof one === 'string') return unreached(one);
  return judgeRejection(prover, operation, one, { conditions: ['invalid input'], words: `with ${name}=${value}` });
}
