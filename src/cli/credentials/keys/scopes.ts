import { CommandError } from '../../../operator/command-error.ts';
import type { Plan } from '../../../plan/plan.ts';
import { findNearest } from '../../../text/nearest.ts';
import type { Terminal } from '../../shared/terminal.ts';
import { findMissingAttributes } from './needs.ts';

/** Throws a `CommandError` for a scope that the document does not state. */
export function needKnownScopes(plan: Plan, names: readonly string[]): void {
  const known = plan.authentication.scopes;
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = findNearest(name, known);
    throw new CommandError(
      `The document has no scope "${name}". ${meant === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${meant}?`}`,
    );
  }
}

/** Prints a warning for each attribute without which operations that the scopes allow reject the caller. */
export function warnOfMissing(
  plan: Plan,
  scopes: readonly string[],
  attributes: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): void {
  for (const { attribute, operations } of findMissingAttributes(plan, scopes, attributes)) {
    const more = operations.length > 3 ? ` and ${operations.length - 3} more` : '';
    terminal.err(
      `warning: without the attribute ${attribute} it is rejected by ${operations.slice(0, 3).join(', ')}${more}. To set it, pass --attribute ${attribute}=….`,
    );
  }
}
