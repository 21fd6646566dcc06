import type { Plan } from '../plan/plan.ts';
import { isLoopback } from '../serve/proxied.ts';
import { unenforced } from '../serve/unenforced.ts';
import type { ServeOptions } from './serve-options.ts';
import { CommandFailure } from './terminal.ts';

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
  const idle = unenforced(plan).toSorted((left, right) => left.line - right.line);
  if (idle.length > 0) {
    const lines = idle.map(({ what, line }) => `  ${file}:${line}  ${what}`);
    throw new CommandFailure(
      `${file} states what nothing enforces yet, so it is not served:\n${lines.join('\n')}\n` +
        'Nothing that is stated is ignored. Record these as not shown to run the rest.',
    );
  }
  if (plan.authentication.status === 'not shown' && options.host !== 'localhost' && !isLoopback(options.host)) {
    throw new CommandFailure(
      `${file} does not state its authentication, so it is served to this machine only and not on ${options.host}. ` +
        'State a scheme, or write "Authentication: None." if everybody may call.',
    );
  }
  const beyond = beyondCeilings(plan, options);
  if (beyond.length > 0) throw new CommandFailure(`${file} states limits above the host's:\n${beyond.join('\n')}`);
}

function beyondCeilings(plan: Plan, options: ServeOptions): string[] {
  const said = new Map<string, number>();
  const say = (line: number | undefined, what: string, flag: string): void => {
    said.set(`  line ${line}: ${what}; raise ${flag}`, line ?? 0);
  };
  for (const { bodySize, paging, timeOut } of plan.operations) {
    if (bodySize !== undefined && bodySize.bytes > options.bodyCeiling) {
      say(bodySize.line, `bodies of ${bodySize.bytes} bytes`, `--body-ceiling ${bodySize.bytes}`);
    }
    if (paging?.most !== undefined && paging.most > options.pageCeiling) {
      say(paging.line, `pages of ${paging.most} records`, `--page-ceiling ${paging.most}`);
    }
    if (timeOut !== undefined && timeOut.milliseconds > options.timeCeiling) {
      say(timeOut.line, `${timeOut.milliseconds} milliseconds a request`, `--time-ceiling ${timeOut.milliseconds}`);
    }
  }
  return [...said].toSorted(([, one], [, other]) => one - other).map(([words]) => words);
}
