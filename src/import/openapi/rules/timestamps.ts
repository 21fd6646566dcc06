import { normalize } from './contract.ts';

/** A read-only date-time whose name says that it is the time of the create, or of the last change. */
export function recognizeTimestamp(field: string, type: string): 'assigned' | 'assigned on update' | undefined {
  if (!/^(date-time|unix seconds)( or null)?$/.test(type)) return undefined;
  const name = normalize(field);
  if (['createdat', 'created', 'createdon', 'datecreated', 'creationdate', 'createtime'].includes(name))
    return 'assigned';
  if (['updatedat', 'updated', 'updatedon', 'modifiedat', 'lastmodified', 'updatetime'].includes(name))
    return 'assigned on update';
  return undefined;
}
