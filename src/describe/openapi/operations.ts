import type { JsonSchema } from '../../parts/registry.ts';
import { tusExtensions, tusPage, tusVersion } from '../../plan/files/resumable.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { describeWire } from '../wire/index.ts';
import type { OpenapiContext } from './context.ts';
import { describeCallbacks } from './events.ts';
import { getTag } from './info.ts';
import { hasVersion32 } from './options.ts';
import { describeParameters, toPathTemplate } from './parameters.ts';
import { describeRequest } from './requests.ts';
import { describeResponses } from './responses.ts';
import { describeSecurity } from './security.ts';

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

/** Describes the operations of the service by path and method. */
export function describePaths(context: OpenapiContext): Readonly<Record<string, JsonSchema>> {
  const paths = Map.groupBy(context.plan.operations, ({ path }) => toPathTemplate(path));
  return Object.fromEntries(
    [...paths].map(([path, operations]) => {
      const described = operations.map((operation) => [operation.method, describe(context, operation)] as const);
      const own = described.filter(([method]) => methods.includes(method) || method === 'QUERY');
      const others = described.filter(([method]) => !own.some(([known]) => known === method));
      const isOld = !hasVersion32(context.openapi);
      const fixed = own.map(([method, value]) => [
        method === 'QUERY' && isOld ? 'x-query' : method.toLowerCase(),
        value,
      ]);
      const key = isOld ? 'x-additional-operations' : 'additionalOperations';
      return [
        path,
        { ...Object.fromEntries(fixed), ...(others.length === 0 ? {} : { [key]: Object.fromEntries(others) }) },
      ];
    }),
  );
}

function describe(context: OpenapiContext, operation: OperationPlan): JsonSchema {
  const { plan } = context;
  const { id, summary, description } = describeWire(plan).of(operation);
  const parameters = describeParameters(context, operation);
  const requestBody = operation.disabled === true ? undefined : describeRequest(context, operation);
  const callbacks = describeCallbacks(context, operation);
  return {
    operationId: id,
    summary,
    description: description === '' ? `${summary}.` : description,
    tags: [getTag(operation)],
    ...(plan.version?.status === 'deprecated' ? { deprecated: true } : {}),
    security: describeSecurity(plan, operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: describeResponses(context, operation),
    ...(callbacks === undefined ? {} : { callbacks }),
    'x-nonet-operation': operation.name,
    'x-nonet-line': operation.line,
    ...(operation.limits.length === 0 ? {} : { 'x-nonet-limits': operation.limits }),
    ...(operation.resumable === undefined
      ? {}
      : {
          'x-nonet-resumable': {
            protocol: `tus ${tusVersion}`,
            url: tusPage,
            extensions: tusExtensions.split(','),
            seconds: operation.resumable.milliseconds / 1_000,
          },
        }),
    ...(operation.disabled === true ? { 'x-not-shown': ['Request or Response'] } : {}),
  };
}
