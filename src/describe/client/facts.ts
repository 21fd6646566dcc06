import { getFileForm, getReturnedContent } from '../../plan/files/file-bodies.ts';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findRequestType, nameVersion } from '../requests.ts';
import { findErrorPaths, listCodes } from './errors.ts';
import type { Operation, Service } from './typescript/runtime/options.ts';

/** The facts of an operation that its requests are made from and its responses are read by. */
export interface OperationFacts extends Omit<Operation, 'codes'> {
  /** The codes of rejections by status; `undefined` is one without a code. */
  readonly codes: ReadonlyMap<number, readonly (string | undefined)[]>;
}

/** Finds the facts of an operation, in the version of the plan. */
export function findOperationFacts(plan: WholePlan, operation: OperationPlan): OperationFacts {
  const { name, method, path, parameters, exchange, idempotency } = operation;
  const { responseTypes = [], refusalType = 'application/json' } = exchange ?? {};
  const version = nameVersion(plan, plan.version?.name);
  const headers = parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const type = getFileForm(operation.input) === 'content' ? '*/*' : findRequestType(operation);
  const content = getReturnedContent(operation) !== undefined;
  const shown = content ? '*/*' : (version.accept ?? responseTypes[0]);
  return {
    name,
    method,
    path: `${plan.base.prefix}${version.prefix}${path}`,
    ...(type === undefined ? {} : { type }),
    accept: [...new Set([...(shown === undefined ? [] : [shown]), refusalType])].join(', '),
    ...(headers.length === 0 ? {} : { headers }),
    ...(idempotency === undefined ? {} : { idempotency: idempotency.header }),
    ...(content ? { content } : {}),
    ok: listStatuses(listSuccesses(operation)),
    empty: listStatuses(listSuccesses(operation).filter(({ shape }) => shape === undefined)),
    codes: listCodes(operation),
  };
}

function listStatuses(responses: ReturnType<typeof listSuccesses>): readonly number[] {
  return [...new Set(responses.map(({ status }) => status))];
}

/** The facts that all operations of a service share. */
export type ServiceFacts = Service;

/** Finds what all operations of a service share, in the version of the plan. */
export function findServiceFacts(plan: WholePlan): ServiceFacts {
  const schemes = listUsableSchemes(plan).flatMap(({ name, sentIn }) =>
    sentIn.slice(0, 1).map((place) => ({
      name,
      in: place.in,
      key: place.name,
      ...(place.word === undefined ? {} : { word: place.word }),
    })),
  );
  const { header, query } = nameVersion(plan, plan.version?.name);
  return {
    ...(header === undefined ? {} : { version: { in: 'header', ...header } }),
    ...(query === undefined ? {} : { version: { in: 'query', ...query } }),
    schemes,
    ...findErrorPaths(plan),
  };
}

/** Lists the schemes by which a service knows its callers. */
export function listUsableSchemes({ authentication }: WholePlan): WholePlan['authentication']['schemes'] {
  return authentication.schemes.filter(({ disabled }) => disabled !== true);
}
