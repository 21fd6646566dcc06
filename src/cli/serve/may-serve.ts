import type { ServerLimits } from '../../contracts/operation-context.ts';
import type { Plan } from '../../plan/plan.ts';
import { isLoopback } from '../../serve/http/client-address.ts';
import { listExceededServerLimits } from '../../serve/limits/server-limits.ts';
import { findUnenforced } from '../../serve/unenforced.ts';
import { CommandError } from '../shared/terminal.ts';
import { refuseWithoutIssuers } from './issuer-options.ts';
import type { ServeOptions } from './options.ts';

/** Throws for a plan that this process must not serve: what is missing, what nothing enforces, what the host forbids. */
export function refuseWhatCannotRun(plan: Plan, file: string, options: ServeOptions): void {
  const missing = [
    ...(plan.resources.length === 0 ? ['resources (part Resources and their fields)'] : []),
    ...(plan.operations.length === 0 ? ['methods and path shapes (part Endpoints)'] : []),
  ];
  if (missing.length > 0) {
    throw new CommandError(
      `${file} cannot run: it does not state its ${missing.join(', nor its ')}. State them first.`,
    );
  }
  const idle = findUnenforced(plan, boundless).toSorted((left, right) => left.line - right.line);
  if (idle.length > 0) {
    const lines = idle.map(({ what, line }) => `  ${file}:${line}  ${what}`);
    throw new CommandError(
      `${file} states what nothing enforces yet, so it is not served:`,
      ...lines,
      'Nothing that is stated is ignored. Record these as not shown to run the rest.',
    );
  }
  if (plan.authentication.status === 'not shown' && options.host !== 'localhost' && !isLoopback(options.host)) {
    throw new CommandError(
      `${file} does not state its authentication, so it is served to this machine only and not on ${options.host}. ` +
        'State a scheme, or write "Authentication: None." if everybody may call.',
    );
  }
  refuseWithoutIssuers(plan, file, options);
  const beyond = findExceededMaximums(plan, options);
  if (beyond.length > 0) throw new CommandError(`${file} states limits above those of the server:`, ...beyond);
}

/** Limits above those of the server are listed by themselves, with the flag that raises each. */
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
