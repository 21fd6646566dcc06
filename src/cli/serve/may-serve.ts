import type { ServerLimits } from '../../contracts/operation-context.ts';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import { findTakenPath } from '../../serve/descriptions/workbench.ts';
import { isLoopback } from '../../serve/http/client-address.ts';
import { listExceededServerLimits } from '../../serve/limits/server-limits.ts';
import { findUnenforced } from '../../serve/unenforced.ts';
import { refuseWithoutIssuers } from './issuer-options.ts';
import type { ServeOptions } from './options.ts';
import { refuseWithoutPasskeys } from './passkey-options.ts';
import { refuseWithoutSignIn } from './sign-in-options.ts';

/** Throws a `CommandError` for a plan that cannot be served: parts are missing, rules are not enforced, or limits exceed those of the server. */
export function refuseWhatCannotRun(plan: Plan, file: string, options: ServeOptions): void {
  const missing = listMissingParts(plan);
  if (missing.length > 0) {
    throw new CommandError(`${file} cannot be served: it does not state ${missing.join(' and ')}.`);
  }
  const idle = findUnenforced(plan, boundless).toSorted((left, right) => left.line - right.line);
  if (idle.length > 0) {
    const lines = idle.map(({ what, line }) => `  ${file}:${line}  ${what}`);
    throw new CommandError(
      `${file} states rules that Nonet cannot enforce, so it is not served:`,
      ...lines,
      'Nonet never ignores a stated rule. To serve the rest, record these as not shown.',
    );
  }
  if (plan.authentication.status === 'not shown' && options.host !== 'localhost' && !isLoopback(options.host)) {
    throw new CommandError(
      `${file} does not state its authentication, so it can only be served to this machine, not on ${options.host}. ` +
        'State a scheme, or write "None." under Authentication to admit every client.',
    );
  }
  const taken = options.workbench === true ? findTakenPath(plan) : undefined;
  if (taken !== undefined) throw new CommandError(taken);
  refuseWithoutIssuers(plan, file, options);
  refuseWithoutSignIn(plan, file, options);
  refuseWithoutPasskeys(plan, file, options);
  const beyond = findExceededMaximums(plan, options);
  if (beyond.length > 0) throw new CommandError(`${file} states limits above those of the server:`, ...beyond);
}

/** Returns what a document must state to be served and does not, with the part in which it is stated. */
export function listMissingParts({ resources, operations }: Plan): readonly string[] {
  return [
    ...(resources.length === 0 ? ['resources (part Resources and their fields)'] : []),
    ...(operations.length === 0 ? ['methods and path shapes (part Endpoints)'] : []),
  ];
}

/** `listExceededServerLimits` reports limits above those of the server, with the flag that raises each. */
const boundless: ServerLimits = {
  maxBodySize: Number.POSITIVE_INFINITY,
  maxPageSize: Number.POSITIVE_INFINITY,
  maxRequestTime: Number.POSITIVE_INFINITY,
};

const flags = {
  maxBodySize: '--max-body-size',
  maxPageSize: '--max-page-size',
  maxRequestTime: '--max-request-time',
} as const;

function findExceededMaximums(plan: Plan, options: ServeOptions): readonly string[] {
  const above = listExceededServerLimits(plan, options);
  const lines = above
    .toSorted((limit, other) => limit.line - other.line)
    .map(({ line, what, serverLimit, amount }) => `  line ${line}: ${what}; raise ${flags[serverLimit]} ${amount}`);
  return [...new Set(lines)];
}
