import type { Caller } from '../../contracts/caller.ts';
import type { Verifier } from '../../contracts/credentials.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import { createCarriers } from '../../parts/authentication/serve/carried.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ExtraRoute } from '../descriptions.ts';
import type { DescriptionRoute } from './route.ts';

/** The path of the workbench, below the base address. */
export const workbenchPath = '/workbench';

/** The path where a caller asks what its own credential may do. */
export const callerPath = `${workbenchPath}/caller`;

/** Creates the route of the workbench: a page with the records of the service, which is a client like any other. */
export const createWorkbenchRoute = (hasDocs: boolean): DescriptionRoute => ({
  path: workbenchPath,
  contentType: 'text/html; charset=utf-8',
  versioned: true,
  headers: () => ['Referrer-Policy', 'no-referrer'],
  async write({ plan }) {
    const { writeWorkbench } = await import('../../describe/workbench/index.ts');
    const { drawDiagrams } = await import('../../describe/docs/diagram/draw.ts');
    return writeWorkbench(plan, { hasDocs, diagrams: await drawDiagrams(plan) });
  },
});

/** Returns what is wrong if an operation of the document has a path of the workbench. */
export function findTakenPath({ operations, document }: Pick<Plan, 'operations' | 'document'>): string | undefined {
  const paths = [workbenchPath, callerPath];
  const taken = operations.find((operation) => paths.some((path) => fits(operation, path)));
  if (taken === undefined) return undefined;
  const { name, method, path, line } = taken;
  return `The workbench needs ${workbenchPath}, which is a path of ${name} (${method} ${path}, ${document}:${line}). Change that path, or serve without the workbench.`;
}

/** Throws if an operation of the document has a path of the workbench. */
export function needWorkbenchPath(plan: Pick<Plan, 'operations' | 'document'>): void {
  const problem = findTakenPath(plan);
  if (problem !== undefined) throw new Error(problem);
}

function fits({ segments }: OperationPlan, path: string): boolean {
  const parts = path.slice(1).split('/');
  return (
    segments.length === parts.length &&
    segments.every((segment, at) => segment.kind === 'placeholder' || segment.text === parts[at])
  );
}

/**
 * Creates the route that says which scopes a credential has: the workbench then shows no button that is refused. It says
 * nothing that the holder of the credential cannot find out by requests.
 */
export function createCallerRoute(
  { authentication: { schemes } }: Pick<Plan, 'authentication'>,
  verifiers: readonly Verifier[],
  now: () => number,
): ExtraRoute {
  const carriers = createCarriers(schemes, verifiers);
  return {
    answer(incoming) {
      const sent = carriers.map((carrier) => carrier.read(incoming)).filter((each) => each !== undefined);
      if (sent.length === 0) return respond(undefined);
      const [first] = sent;
      if (first === undefined || first === false) return invalid;
      return then(first.verifier.find(first.text, now()), (caller) =>
        caller === undefined ? invalid : respond(caller),
      );
    },
  };
}

const invalid: Refusal = { condition: 'invalid credential' };

function respond(caller: Caller | undefined): HttpResponse {
  return {
    status: 200,
    headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store', 'Vary', 'Authorization, Cookie'],
    body: JSON.stringify(
      caller === undefined ? { signedIn: false, scopes: [] } : { signedIn: true, scopes: caller.scopes },
    ),
  };
}
