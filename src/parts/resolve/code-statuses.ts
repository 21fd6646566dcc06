import { findCondition } from '../errors/conditions/index.ts';
import type { CodeModel } from '../errors/model.ts';
import type { Service } from '../service.ts';
import { indexNamedCodes } from './named-codes.ts';

/** Returns the condition of a code that a status does not fit, none for a code without conditions; undefined if it fits. */
export function findWrongStatus(
  service: Service,
  { code, conditions }: Pick<CodeModel, 'code' | 'conditions'>,
  status: number,
): { readonly condition: string | undefined } | undefined {
  const names =
    conditions.length > 0 ? conditions.map(({ name }) => name.value) : (indexNamedCodes(service).get(code.value) ?? []);
  const wrong = names.find((name) => !allowsStatus(status, findCondition(name)?.statuses ?? 'client'));
  if (wrong !== undefined) return { condition: wrong };
  return names.length === 0 && !allowsStatus(status, 'client') ? { condition: undefined } : undefined;
}

function allowsStatus(status: number, statuses: 'client' | 'credential' | 'client or server'): boolean {
  if (statuses === 'credential') return status === 401 || status === 403;
  return status >= 400 && status < (statuses === 'client' ? 500 : 600);
}
