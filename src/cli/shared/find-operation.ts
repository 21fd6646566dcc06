import { CommandError } from '../../operator/command-error.ts';
import type { VersionOperationPlan } from '../../plan/version.ts';
import { findNamed } from '../../text/find-named.ts';
import { findNearest } from '../../text/nearest.ts';

/** Returns the operation that a request names: a method and a path, or the name of the operation. Throws a `CommandError` if there is none. */
export function findOperation<T extends VersionOperationPlan>(operations: readonly T[], request: string): T {
  const named = findNamed(operations, request.trim());
  if (named !== undefined) return named;
  const [, method, path] = /^\s*(\S+)\s+(\/\S*)\s*$/.exec(request) ?? [];
  if (method === undefined || path === undefined) {
    const near = findNearest(request.trim(), new Set(operations.map(({ name }) => name)));
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw new CommandError(
      `"${request}" is not a request. Write a method and a path, such as 'POST /invoices', or the name of an operation.${hint}`,
    );
  }
  const bare = path.replace(/[?#].*$/, '');
  const fitting = operations.filter((operation) => matchesPath(operation, bare));
  const found = findMostSpecific(fitting.filter((operation) => operation.method === method.toUpperCase()));
  if (found !== undefined) return found;
  if (fitting.length > 0) {
    const methods = fitting.map((operation) => operation.method).join(', ');
    throw new CommandError(`${bare} does not support ${method.toUpperCase()}. It supports ${methods}.`);
  }
  const meant = findNearest(bare, new Set(operations.map((operation) => operation.path)));
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw new CommandError(`No operation of this document has the path ${bare}.${hint}`);
}

function matchesPath(operation: VersionOperationPlan, path: string): boolean {
  if (operation.path === path) return true;
  const parts = path.slice(1).split('/');
  return (
    parts.length === operation.segments.length &&
    operation.segments.every((segment, index) =>
      segment.kind === 'fixed' ? segment.text === parts[index] : parts[index] !== '',
    )
  );
}

/** Fixed segments win over placeholders. */
function findMostSpecific<T extends VersionOperationPlan>(operations: readonly T[]): T | undefined {
  const fixed = (operation: T): number => operation.segments.filter((segment) => segment.kind === 'fixed').length;
  return operations.toSorted((left, right) => fixed(right) - fixed(left))[0];
}
