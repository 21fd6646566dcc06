import type { Ceilings } from '../../contracts/operation-context.ts';
import type { Plan } from '../../plan/plan.ts';
import { isLoopback } from '../../serve/http/client-address.ts';
import { unenforced } from '../../serve/unenforced.ts';
import { CommandFailure } from '../shared/terminal.ts';
import { refuseWithoutIssuers } from './issuer-options.ts';
import type { ServeOptions } from './options.ts';

/** Throws for a plan that this process must not serve: what is missing, what nothing enforces, what the host forbids. */
export function refuseWhatCannotRun(plan: Plan, file: string, options: ServeOptions): void {
  const missing = [
    ...(plan.resources.length === 0 ? ['resources (part Resources and their fields)'] : []),
    ...(plan.operations.length === 0 ? ['methods and path shapes (part Endpoints)'] : []),
  ];
  if (missing.length > 0) {
    throw new CommandFailure(
      `${file} cannot run: it does not state its ${missing.join(', nor its ')}. State them first.`,
    );
  }
  const idle = unenforced(plan, boundless).toSorted((left, right) => left.line - right.line);
  if (idle.length > 0) {
    const lines = idle.map(({ what, line }) => `  ${file}:${line}  ${what}`);
    throw new CommandFailure(
      `${file} states what nothing enforces yet, so it is not served:`,
      ...lines,
      'Nothing that is stated is ignored. Record these as not shown to run the rest.',
    );
  }
  if (plan.authentication.status === 'not shown' && options.host !== 'localhost' && !isLoopback(options.host)) {
    throw new CommandFailure(
      `${file} does not state its authentication, so it is served to this machine only and not on ${options.host}. ` +
        'State a scheme, or write "Authentication: None." if everybody may call.',
    );
  }
  refuseWithoutIssuers(plan, file, options);
  const beyond = beyondCeilings(plan, options);
  if (beyond.length > 0) throw new CommandFailure(`${file} states limits above the host's:`, ...beyond);
}

/** What is above a ceiling is told apart, with the setting that raises it. */
const boundless: Ceilings = {
  bodyBytes: Number.POSITIVE_INFINITY,
  pageSize: Number.POSITIVE_INFINITY,
  milliseconds: Number.POSITIVE_INFINITY,
};

function beyondCeilings(plan: Plan, options: ServeOptions): string[] {
  const said = new Map<string, number>();
  const say = (line: number | undefined, what: string, flag: string): void => {
    said.set(`  line ${line}: ${what}; raise ${flag}`, line ?? 0);
  };
  const bodies = (line: number | undefined, bytes: number): void => {
    if (bytes > options.bodyCeiling) say(line, `bodies of ${bytes} bytes`, `--body-ceiling ${bytes}`);
  };
  const pages = (line: number | undefined, most: number): void => {
    if (most > options.pageCeiling) say(line, `pages of ${most} records`, `--page-ceiling ${most}`);
  };
  const times = (line: number | undefined, time: number): void => {
    if (time > options.timeCeiling) say(line, `${time} milliseconds a request`, `--time-ceiling ${time}`);
  };
  for (const { bodySize, paging, timeOut } of plan.operations) {
    bodies(bodySize?.line, bodySize?.bytes ?? 0);
    pages(paging?.line, paging?.most ?? 0);
    times(timeOut?.line, timeOut?.milliseconds ?? 0);
  }
  for (const { kind, value, line } of plan.limits) {
    if (kind === 'body size') bodies(line, Number(value.bytes));
    if (kind === 'page size') pages(line, Number(value.most));
    if (kind === 'time-out') times(line, Number(value.milliseconds));
  }
  return [...said].toSorted(([, one], [, other]) => one - other).map(([words]) => words);
}
