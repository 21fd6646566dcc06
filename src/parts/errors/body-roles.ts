import { errorRoles } from '../../shape/resolve.ts';
import type { Service } from '../service.ts';

/** What the shape of an error body may show: the roles of errors, and the columns of the author's own by their titles. */
export function bodyRoles(service: Service): readonly string[] {
  return [...errorRoles, ...service.errors.columns.map((column) => column.value)];
}
