import type { Plan } from '../../plan/plan.ts';
import { getLineNumber } from '../../text/location.ts';
import type { Service } from '../service.ts';
import { resolveOperation } from './about.ts';
import type { OperationModel } from './model.ts';
import { type OperationBase, planOperation } from './plan/operation.ts';
import { resolveRequest } from './resolve/shapes.ts';

export { type OperationBase, planOperation } from './plan/operation.ts';

/** The operations that can be reached: a row whose Method or Path is not shown has no place to be called at. */
export function listServedOperations(service: Service): readonly OperationModel[] {
  return service.endpoints.operations.filter(({ method, path }) => method !== undefined && path !== undefined);
}

/** The plans of `listServedOperations`, in their order. */
export function planOperations(service: Service): readonly OperationBase[] {
  return listServedOperations(service).map((operation) => planOperation(service, operation));
}

/** What handlers give to the transitions that they alone run, by the names under which they call them. */
export function planCalls(service: Service): Pick<Plan, 'calls'> {
  const calls = service.endpoints.calls.flatMap((call) => {
    const { shape } = resolveRequest(resolveOperation(service, call));
    return shape === undefined ? [] : [{ name: call.name.text, input: shape }];
  });
  return calls.length === 0 ? {} : { calls };
}

/** The prefix under which all paths are served, and the whole address where the document states it. */
export function planBase(service: Service): Plan['base'] {
  const stated = service.endpoints.baseUrl?.value;
  if (stated === undefined || !URL.canParse(stated)) return { prefix: '' };
  const url = new URL(stated);
  const prefix = url.pathname.replace(/\/$/, '');
  return { prefix, known: `${url.origin}${prefix}` };
}

/** The media types, what becomes of unknown members, and the origins that browsers may call from. */
export function planMedia(service: Service): Pick<Plan, 'media' | 'unknownFields' | 'allowedOrigins' | 'browsers'> {
  const { requestMediaTypes, responseMediaTypes, unknownFields, allowedOrigins } = service.endpoints;
  const place = allowedOrigins[0]?.span ?? service.aspects.find(({ aspect }) => aspect === 'base address')?.span;
  const usual = ['application/json'];
  const names = (list: typeof requestMediaTypes): readonly string[] =>
    list.length === 0 ? usual : list.map((name) => name.value.toLowerCase());
  return {
    media: { request: names(requestMediaTypes), answer: names(responseMediaTypes) },
    unknownFields: unknownFields?.value ?? 'refused',
    allowedOrigins: allowedOrigins.map((origin) => origin.value),
    ...(place === undefined ? {} : { browsers: { line: getLineNumber(service.source, place) } }),
  };
}
