import type { LinkSigning } from '../../contracts/links.ts';
import type { RecordValue } from '../../contracts/record.ts';
import { findLinked, formatSignature, signatureParameter } from '../../plan/files/signed-links.ts';
import type { StoredFile } from '../../plan/files/stored-file.ts';
import type { Plan } from '../../plan/plan.ts';
import { getResourceOperations } from '../../plan/records/readers.ts';
import { createAddressBeginning, createPathReader, type GetOrigin, type ShowValue } from './addresses.ts';

/** Where clients reach a service, and what signs its links. */
interface LinkSettings {
  readonly baseUrl?: string;
  readonly origin?: GetOrigin;
  readonly links?: LinkSigning;
  /** The version that links name in their signature. */
  readonly version?: string;
}

/** Returns the signed link to a file of a record; undefined where nothing signs it. */
export type LinkOf = (record: RecordValue, file: StoredFile) => string | undefined;

/** Makes the signed links to the files in a field, by the operation that serves them. */
export function createLinkReader(
  plan: Plan,
  { resource, field }: { readonly resource: string; readonly field: string },
  { baseUrl, origin, links, version }: LinkSettings,
  showValue?: ShowValue,
): LinkOf {
  const operation = findLinked(getResourceOperations(plan, resource), field);
  if (operation === undefined) return () => undefined;
  const { milliseconds } = operation.signed!;
  const before = createAddressBeginning(plan, baseUrl ?? plan.base.known, origin);
  const pathOf = createPathReader(plan, resource, operation, showValue);
  return (record, file) => {
    const path = pathOf(record);
    if (path === undefined || links?.sign === undefined) return undefined;
    const signature = links.sign(path, file.hash, milliseconds);
    return `${before()}${path}?${signatureParameter}=${formatSignature(signature, version)}`;
  };
}
