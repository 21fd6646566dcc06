import type { Compiled, Match } from '../../contracts/compiled.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import {
  checksumAlgorithms,
  getOnlyFile,
  takesResumable,
  tusExtensions,
  tusVersion,
} from '../../plan/files/resumable.ts';
import type { Plan } from '../../plan/plan.ts';

/** Finds the operation for which a path takes uploads in several requests. */
export type FindUpload = (path: string) => Extract<Match, { readonly operation: number }> | undefined;

/** The methods of uploads. */
export const uploadMethods: readonly string[] = ['POST', 'HEAD', 'PATCH', 'DELETE'];

/** Creates what finds the operations that take uploads; undefined if none does. */
export function createUploadRoute(plan: Plan, route: Compiled['route']): FindUpload | undefined {
  const takes = plan.operations.map((operation) => takesResumable(operation));
  const methods = [...new Set(plan.operations.flatMap(({ method }, at) => (takes[at] === true ? [method] : [])))];
  if (methods.length === 0) return undefined;
  return (path) => {
    for (const method of methods) {
      const match = route(method, path);
      if (match !== undefined && 'operation' in match && takes[match.operation] === true) return match;
    }
    return undefined;
  };
}

/** Returns the headers that describe how a path takes uploads. */
export function listUploadHeaders({ operations }: Plan, at: number): readonly string[] {
  const most = getOnlyFile(operations[at]?.input)?.limits.most;
  return [
    ...['Tus-Resumable', tusVersion, 'Tus-Version', tusVersion, 'Tus-Extension', tusExtensions],
    ...['Tus-Checksum-Algorithm', checksumAlgorithms.join(',')],
    ...(most === undefined ? [] : ['Tus-Max-Size', String(most)]),
  ];
}

/** Adds the version of the protocol to a response. */
export function withTusVersion(response: HttpResponse): HttpResponse {
  return { ...response, headers: [...response.headers, 'Tus-Resumable', tusVersion] };
}
