import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandError } from '../operator/command-error.ts';
import { resolveWritablePath } from '../operator/files/out-file.ts';
import { writeText } from '../operator/files/writing.ts';
import { readCaller, readNamedFacts } from '../operator/prove/callers.ts';
import { proveService } from '../operator/prove/prove.ts';
import { buildWholePlan, type Document } from '../parts/index.ts';
import type { WholePlan } from '../plan/whole.ts';
import { applyBaseline, formatBaseline, readBaseline } from '../prove/ledger/baseline.ts';
import { type Earlier, readEarlier } from '../prove/ledger/replay.ts';
import { formatReport, type ReportFormat, reportFormats } from '../prove/print/index.ts';
import type { KnownFinding, Report } from '../prove/report.ts';
import type { Caller } from '../prove/world/callers.ts';
import { readBudget } from './shared/budget.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { readText } from './shared/read-text.ts';
import { requireServiceUrl } from './shared/sender.ts';
import type { Terminal } from './shared/terminal.ts';

interface Options {
  readonly baseUrl?: string;
  readonly self?: true;
  readonly as: readonly string[];
  readonly auth?: string;
  readonly budget: number;
  readonly seed?: number;
  readonly allowChanges?: true;
  readonly readOnly?: true;
  readonly receiver?: string;
  readonly part?: string;
  readonly row?: number;
  readonly format: ReportFormat;
  readonly all?: true;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly replay?: string;
  readonly traces?: string;
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

function readNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Write a whole number.');
}

const parts = ['resources', 'states', 'endpoints', 'authentication', 'events', 'errors', 'limits', 'versioning'];

/** `nonet prove FILE --base-url URL` */
export function addProve(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document of the service')
    .option('--base-url <url>', 'the address of the running service, in whatever language it is written')
    .option('--self', 'prove the service that Nonet runs from the document, in memory')
    .option(
      '--as <name=credential>',
      'a caller: NAME=CREDENTIAL;scopes=a,b;ATTRIBUTE=VALUE; may be repeated',
      collect,
      [],
    )
    .option('--auth <file>', 'the callers of a file in the authentication format of Web Fuzzing Commons')
    .addOption(
      new Option('--budget <time>', 'the time after which no check is begun')
        .argParser(readBudget)
        .default(60_000, '60s'),
    )
    .addOption(
      new Option('--seed <n>', 'the number that the values of requests begin with (default: by the time)').argParser(
        readNumber,
      ),
    )
    .option('--allow-changes', 'send requests that change records to a service on another machine')
    .option('--read-only', 'send no request that may change something')
    .option('--receiver <url>', 'the address by which the service sends webhooks to this command')
    .addOption(new Option('--part <part>', 'prove the rows of one part').choices(parts))
    .addOption(new Option('--row <line>', 'prove the row on one line').argParser(readNumber))
    .addOption(new Option('--format <format>', 'the format of the report').choices(reportFormats).default('text'))
    .option('--all', 'list the rows that are proven too')
    .option('--baseline <file>', 'a JSON file of known violations, each with its reason and its last day')
    .option('--write-baseline <file>', 'write the violations found as known ones, for 90 days')
    .option('--replay <file>', 'try only the checks of the findings in an earlier report, written by --format json')
    .option('--traces <file>', 'judge the requests that a HAR file or JSON lines record, and send nothing')
    .addHelpText(
      'after',
      `
Each row of the document is proven, violated or not proven. An expectation comes from a row, or it is not made. Every violation is tried
three times, and printed with the requests that bring it about. Records are created by the operations of the document, and deleted
again where it has an operation for that.

A credential that begins with $ is the value of a variable. A caller whose name is a scope has that scope. Without callers, rows
about scopes are not proven.

--auth reads the users of a file, and logs in where it says so. --as NAME;scopes=a,b adds facts to one of them.

A violation of the baseline does not count until its last day is over. A row that is proven again is named, so that its entry can be
removed.

Exit status: 0 no row is violated; 1 a row is violated; 2 it failed to run, or the service let nothing in.

Examples:
  $ nonet prove invoices.md --self --budget 10s
  $ nonet prove invoices.md --base-url http://127.0.0.1:8080 --as 'shop=$KEY;scopes=invoices:read,invoices:write'
  $ nonet prove invoices.md --base-url https://staging.example.com --as 'shop=$KEY' --allow-changes --budget '5 minutes'
  $ nonet prove invoices.md --self --part states --format json --budget 10s
  $ nonet prove invoices.md --base-url http://127.0.0.1:8080 --as 'shop=$KEY' --baseline known.json
  $ nonet prove invoices.md --base-url http://127.0.0.1:8080 --as 'shop=$KEY' --replay report.json
  $ nonet prove invoices.md --base-url https://api.example.com --traces access.har`,
    )
    .action(async (file: string, options: Options) => {
      const { traces, self, replay, auth, as } = options;
      if (traces !== undefined && (self === true || replay !== undefined || auth !== undefined || as.length > 0))
        throw new CommandError('--traces sends nothing: state it without --self, --as, --auth and --replay.');
      if (traces === undefined && (self === true) === (options.baseUrl !== undefined))
        throw new CommandError(
          'State the service with --base-url URL, or --self for the service that Nonet runs from the document.',
        );
      if (options.auth !== undefined && options.self === true)
        throw new CommandError('--auth is for a service at --base-url: --self makes its own callers.');
      const document = openDocument(file);
      const plan: WholePlan | undefined = planOrDiagnostics(document, terminal, buildWholePlan);
      if (plan === undefined) return;
      await prove(file, document, { ...plan, text: document.source.text }, options, terminal);
    });
}

async function prove(
  file: string,
  document: Document,
  plan: WholePlan,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const known = options.baseline === undefined ? undefined : openBaseline(options.baseline);
  const began = Date.now();
  const found = await findReport(file, document, plan, options, terminal);
  const report = known === undefined ? found : applyBaseline(found, known, toDay(Date.now()));
  if (options.writeBaseline !== undefined) {
    const place = { document: file, stores: [], force: options.writeBaseline === options.baseline };
    const fresh = { reason: `found on ${toDay(Date.now())}`, until: toDay(Date.now() + 90 * day) };
    writeText(resolveWritablePath(options.writeBaseline, place), formatBaseline(report, fresh));
    terminal.err(`Wrote ${options.writeBaseline}. Give each entry its reason.`);
  }
  const text = formatReport(report, options.format, {
    isWhole: options.all === true,
    text: document.source.text,
    time: { began, ended: Date.now() },
  });
  if (['json', 'sarif', 'ctrf'].includes(options.format)) terminal.out({ json: text });
  else if (options.format === 'text') for (const line of text.split('\n')) terminal.out(line);
  else terminal.out({ drawing: text });
  if (report.totals.violated > 0) terminal.end(1);
}

const day = 86_400_000;

function toDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Judges recorded requests, or proves the service. */
async function findReport(
  file: string,
  document: Document,
  plan: WholePlan,
  options: Options,
  terminal: Terminal,
): Promise<Report> {
  const earlier = options.replay === undefined ? undefined : openEarlier(options.replay);
  const { baseUrl, budget, seed, part, row } = options;
  if (options.traces !== undefined) {
    const { judgeTraces } = await import('../operator/prove/judge-traces.ts');
    const url = baseUrl === undefined ? undefined : requireServiceUrl(baseUrl);
    return await judgeTraces({ document, plan, file, part, row, url, traces: options.traces });
  }
  const service =
    baseUrl === undefined
      ? undefined
      : {
          url: requireServiceUrl(baseUrl),
          callers: await openCallers(plan, options, requireServiceUrl(baseUrl), terminal),
          allowChanges: options.allowChanges === true,
          readOnly: options.readOnly === true,
          receiver: options.receiver === undefined ? undefined : requireServiceUrl(options.receiver),
        };
  const progress = terminal.redraw && ((done: number, cases: number) => terminal.redraw!(`${done} of ${cases} checks`));
  return await proveService({
    ...{ document, plan, file, service, budget, seed, part, row, earlier },
    ...(progress === undefined ? {} : { progress }),
  }).finally(() => terminal.redraw?.(''));
}

/** The callers of --auth and --as; one of --as without a credential adds facts to that of the file. */
async function openCallers(
  plan: WholePlan,
  { as, auth }: Options,
  url: string,
  terminal: Terminal,
): Promise<readonly Caller[]> {
  if (auth === undefined) return as.map((text) => readCaller(plan, text, terminal.environment));
  const { readAuthFile } = await import('../operator/prove/auth-file.ts');
  const { logIn } = await import('../operator/prove/log-in.ts');
  const users = readAuthFile(auth, readText(auth));
  const facts = new Map(
    as.map((text) => readNamedFacts(text)).flatMap((one) => (one === undefined ? [] : [[one.name, one]])),
  );
  const unknown = [...facts.keys()].find((name) => !users.some((user) => user.name === name));
  if (unknown !== undefined) throw new CommandError(`--as ${unknown}: ${auth} has no user of this name.`);
  const others = as.filter((text) => readNamedFacts(text) === undefined);
  return [
    ...(await logIn(plan, auth, users, url, (name) => facts.get(name) ?? {})),
    ...others.map((text) => readCaller(plan, text, terminal.environment)),
  ];
}

function openEarlier(file: string): Earlier {
  const earlier = readEarlier(readText(file));
  if ('wrong' in earlier)
    throw new CommandError(`${file} is not a report that nonet prove --format json writes: ${earlier.wrong}.`);
  if (earlier.findings.length === 0) throw new CommandError(`${file} has no findings: there is nothing to try again.`);
  return earlier;
}

function openBaseline(file: string): readonly KnownFinding[] {
  const read = readBaseline(readText(file));
  if ('known' in read) return read.known;
  throw new CommandError(`${file} is not a baseline:`, ...read.wrong.map((why) => `  ${why}`));
}
