import type { OperationPlan } from '../operation.ts';
import { getReturnedContent } from './file-bodies.ts';

/** The parameter of the query that signs a link. */
export const signatureParameter = 'signature';

/** A signature as a link has it. A link that does not name the version of its path in the path names it here. */
export interface LinkSignature {
  readonly version?: string;
  readonly signature: string;
}

const versioned = /^(.+)~([0-9a-z]{8}[A-Za-z0-9_-]{24,})$/;

/** Writes the value of the parameter `signature`. */
export function formatSignature(signature: string, version?: string): string {
  return version === undefined ? signature : `${encodeURIComponent(version)}~${signature}`;
}

/** Reads the value of the parameter `signature`, decoded. */
export function parseSignature(value: string): LinkSignature {
  const [, version, signature = value] = versioned.exec(value) ?? [];
  return version === undefined ? { signature } : { version, signature };
}

/** Finds the operation that serves the signed links to the files in a field. */
export function findLinked(operations: readonly OperationPlan[], field: string): OperationPlan | undefined {
  return operations.find(
    (operation) => operation.signed !== undefined && getReturnedContent(operation)?.field === field,
  );
}

/** Whether an expression inside plain values shows a link, which changes without its record. */
export function showsLink(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { op, name } = node as { readonly op?: string; readonly name?: string };
  return (op === 'call' && name === 'link') || Object.values(node).some(showsLink);
}
