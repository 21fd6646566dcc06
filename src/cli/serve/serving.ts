import nodeModule from 'node:module';
import { exit } from 'node:process';
import { compile } from '../../codegen/compile.ts';
import type { FileStore } from '../../contracts/files.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { findBrowserService } from '../../operator/browser-service.ts';
import { CommandError } from '../../operator/command-error.ts';
import { createDemoAttributes } from '../../operator/credentials/demo-attributes.ts';
import { keySchemes, makeFirstKey } from '../../operator/credentials/schemes.ts';
import { createExamplePlayer } from '../../operator/examples/player.ts';
import { getDefaultStore } from '../../operator/files/default-store.ts';
import { createWholePlanFinder } from '../../operator/whole-plans.ts';
import type { Plan } from '../../plan/plan.ts';
import { workbenchPath } from '../../serve/descriptions/workbench.ts';
import { isLoopback } from '../../serve/http/client-address.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openService } from '../../serve/service.ts';
import type { Settings } from '../../serve/settings.ts';
import { hasTracerProvider, openTracing, type Tracing } from '../../serve/tracing.ts';
import { openFileStore } from '../../stores/files.ts';
import { redactAddress } from '../../stores/index.ts';
import { createSource, type Source } from '../../text/location.ts';
import { present } from '../../text/present.ts';
import { readRequiredCipher, toSign } from '../credentials/secrets/key.ts';
import { loadModule } from '../document/module/run.ts';
import { formatMigrationReport } from '../records/migrate/report.ts';
import { migrateStore } from '../records/migrate/store.ts';
import { logTo } from '../shared/log.ts';
import { getProgramName } from '../shared/program-name.ts';
import { readText } from '../shared/read-text.ts';
import { openStoreOf } from '../shared/store.ts';
import { toStoreCommandError } from '../shared/store-errors.ts';
import { printFailure, type Terminal } from '../shared/terminal.ts';
import { retryUntilFree } from '../shared/waiting.ts';
import { type AdminPort, type MeteredOpening, openAdminPort } from './admin.ts';
import { applyBaseUrl, findOrigin } from './base.ts';
import { readIssuers } from './issuer-options.ts';
import { findMailOutput, readMailSettings, refuseWithoutMail } from './mail-options.ts';
import { createFolderMail, createTerminalMail } from './mail-output.ts';
import { refuseWhatCannotRun } from './may-serve.ts';
import { readNatsSettings, refuseWithoutNats } from './nats-options.ts';
import type { ServeOptions } from './options.ts';
import { readPasskeys } from './passkey-options.ts';
import { planFile } from './plan-file.ts';
import { type Opened, run } from './running.ts';
import { readSignIn } from './sign-in-options.ts';
import { type FirstKey, startReport } from './start-report.ts';
import { logStrayErrors } from './strays.ts';
import { watchDocument } from './watch.ts';
import { readWebhookSettings, refuseWithoutWebhookUrls } from './webhook-options.ts';

/** Serves a document until a signal stops the process. Throws a `CommandError` if it cannot be served. */
export async function serveDocument(file: string, options: ServeOptions, terminal: Terminal): Promise<void> {
  const first = await planFile(file, terminal, options.withoutHandlers === true);
  if (first === undefined) return;
  const { plan } = first;
  refuseWhatCannotRun(plan, file, options);
  refuseWithoutWebhookUrls(plan, file, options, terminal.environment);
  refuseWithoutNats(plan, file, options);
  refuseWithoutMail(plan, file, options);
  const real = createNodePlatform(logTo(options.logLevel));
  logStrayErrors(real.log);
  const tracing = await openTracingFor(options, terminal);
  const platform = takeEmails(tracing?.tracePlatform(real) ?? real, options, terminal);
  const admin = await openAdminPort(options, platform);
  try {
    await servePlan({ ...first, file, options, terminal, platform, admin, tracing });
  } finally {
    await admin?.close();
  }
}

/** Returns the platform, which writes emails to the terminal or into a folder if no mail server is set. */
function takeEmails(platform: Platform, options: ServeOptions, terminal: Terminal): Platform {
  const output = findMailOutput(options);
  if (output === undefined) return platform;
  return {
    ...platform,
    sendEmail: output === 'terminal' ? createTerminalMail(terminal) : createFolderMail(output.folder),
  };
}

interface Serving {
  readonly file: string;
  readonly options: ServeOptions;
  readonly terminal: Terminal;
  readonly plan: Plan;
  readonly source: Source;
  readonly platform: Platform;
  readonly admin: AdminPort | undefined;
  readonly tracing: Tracing | undefined;
}

/** Serves a plan until the process is asked to end. */
async function servePlan({ file, options, terminal, source, plan, platform, admin, tracing }: Serving): Promise<void> {
  const address = options.store ?? getDefaultStore(file);
  let origin = findOrigin(options);
  const settings = {
    ...toSettings(options),
    origin: () => origin,
    ...readWebhookSettings(plan, options, terminal.environment),
    ...readNatsSettings(options),
    ...readMailSettings(options),
  };
  const open = async (of: Plan, kept?: Store, planned = createSource(file, readText(file))): Promise<Opened> => {
    const cipher = readRequiredCipher(of, terminal);
    const at = applyBaseUrl(of, options.baseUrl);
    const handlers = options.withoutHandlers === true ? undefined : await loadModule(file, of);
    const opened = async (again: boolean): Promise<Store> => {
      if (options.migrate === true) await migrateFirst(of, address, file, platform, terminal, again);
      return openStoreOf(of, address, platform, {
        durability: options.durability,
        outdated: outdated.notify,
        ...(options.readFrom && { readFrom: { address: options.readFrom, wait: options.readWait } }),
      });
    };
    const store =
      kept ?? (await toSign({ plan: of, store: await retryUntilFree({ wait, terminal }, opened) }, cipher.cipher));
    const files = await openFilesOf(of, address, options, platform);
    const compiled = compile(at, { ...settings, ...cipher });
    const described = {
      findWholePlan: createWholePlanFinder(planned),
      playExamples: createExamplePlayer(planned),
      browserService: findBrowserService(),
    };
    const traced = tracing?.traceStore(store) ?? store;
    const metered: MeteredOpening = admin?.meter(at, traced) ?? { store: traced };
    const watched = { tracer: tracing?.tracer, ...metered };
    const service = openService({ plan: at, compiled, platform, files, settings, handlers, ...described, ...watched });
    metered.opened?.(service);
    return { store, service };
  };
  const outdated = createNotifier();
  let { wait } = options;
  const first = await open(plan, undefined, source);
  // A reload never waits: it fails if other processes use the store.
  wait = 0;
  // Before the service listens, so that an early signal also stops it gracefully.
  const stopped = awaitStopSignal();
  const running = await run(first, open, options);
  if (options.socket === undefined) origin ??= running.address;
  admin?.listens();
  const firstKey = await createFirstKey(plan, first.store, platform).catch(async (error: unknown) => {
    await running.close();
    throw error;
  });
  const today = new Date(platform.now()).toISOString().slice(0, 10);
  const { loopbackOnly } = running;
  const store = redactAddress(address);
  const report = startReport({
    plan: applyBaseUrl(plan, options.baseUrl),
    file,
    store,
    address: running.address,
    loopbackOnly,
    firstKey,
    origin,
    today,
    program: getProgramName(terminal),
    ...present({ emails: findMailOutput(options) }),
  });
  for (const line of report) terminal.out(line);
  if (admin !== undefined) terminal.out(`admin on ${admin.address}`);
  if (running.address.startsWith('http')) {
    const base = `${running.address}${plan.base.prefix}`;
    if (options.docs) terminal.out(`documentation on ${base}/docs`);
    if (options.workbench === true) terminal.out(`workbench on ${base}${workbenchPath}`);
  }
  terminal.out(`listening on ${running.address}`);
  // A killed process would not write its compiled code, and Node holds the cache in memory until then. Imported as a whole: Node 20, which
  // is refused in words, lacks the name.
  setTimeout(() => nodeModule.flushCompileCache(), 100).unref();
  const check = (next: Plan): void => {
    refuseWhatCannotRun(next, file, options);
    refuseWithoutWebhookUrls(next, file, options, terminal.environment);
    refuseWithoutNats(next, file, options);
    refuseWithoutMail(next, file, options);
  };
  const watching = options.watch
    ? watchDocument(
        {
          file,
          withoutHandlers: options.withoutHandlers === true,
          address,
          plan,
          text: source.text,
          running,
          platform,
          check,
        },
        terminal,
      )
    : undefined;
  const why = await Promise.race([stopped, outdated.notified]);
  admin?.ends(why === undefined ? 'shutting down' : 'document outdated');
  if (why !== undefined) {
    printFailure(terminal, new CommandError(`${why}. ${restartHint}`));
    terminal.end(2);
  }
  terminal.out('stopping: waiting for requests in progress');
  watching?.close();
  const hangs = setTimeout(() => {
    terminal.err(`nonet: killed: requests were still in progress ${stopTimeoutMs / 1_000} seconds after the signal.`);
    exit(1);
  }, stopTimeoutMs);
  await running.close();
  clearTimeout(hangs);
}

const restartHint = 'New requests fail with 503 and this process stops. Start it again with the current document.';

/** Creates a promise and the function that resolves it. */
function createNotifier(): { readonly notified: Promise<string>; notify(why: string): void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { notified: promise, notify: resolve };
}

/** The process exits after this time even if requests are still in progress. */
const stopTimeoutMs = 10_000;

/** Migrates the store to a changed document and prints the steps. Throws a `CommandError` if the migration is blocked. */
async function migrateFirst(
  plan: Plan,
  address: string,
  file: string,
  platform: Platform,
  terminal: Terminal,
  again: boolean,
): Promise<void> {
  if (address === 'sqlite::memory:') return;
  const report = await migrateStore(plan, address, platform, { rename: [], allowDataLoss: [], serving: true, again });
  if (report.tables.length === 0) return;
  const lines = formatMigrationReport(report, file, false);
  const [head = '', ...others] = lines;
  if (report.obstacles.length > 0) throw new CommandError(head, ...others);
  for (const line of lines) terminal.out(line);
}

/** Opens the contents of files. Throws a `CommandError` where `--files` is needed. */
async function openFilesOf(
  plan: Plan,
  address: string,
  { files: folder, durability }: ServeOptions,
  platform: Platform,
): Promise<FileStore | undefined> {
  try {
    return await openFileStore(plan, address, { folder, durability, platform });
  } catch (error) {
    throw toStoreCommandError(error);
  }
}

function toSettings(options: ServeOptions): Settings {
  return {
    ...present({ baseUrl: options.baseUrl }),
    // A port for other machines has other names, and no browser connects to a socket.
    anyHost: options.socket !== undefined || !(options.host === 'localhost' || isLoopback(options.host)),
    issuers: readIssuers(options),
    signIn: readSignIn(options),
    passkeys: readPasskeys(options),
    ...present({ trustedProxies: options.trustedProxies }),
    eventRetention: options.eventRetention * 86_400_000,
    docs: options.docs,
    mcp: options.mcp === true,
    workbench: options.workbench === true,
    explain: options.explain === undefined ? 'local' : options.explain ? 'always' : 'never',
    serverLimits: {
      maxBodySize: options.maxBodySize,
      maxPageSize: options.maxPageSize,
      maxRequestTime: options.maxRequestTime,
    },
  };
}

const noSdk =
  'nonet: No OpenTelemetry SDK is registered, so no span is exported. Load one with NODE_OPTIONS="--import FILE".';

/** Opens the tracing of `--tracing`, or of an SDK that the process has registered; throws `CommandError` without its package. */
async function openTracingFor({ tracing }: ServeOptions, terminal: Terminal): Promise<Tracing | undefined> {
  if (tracing !== true && !hasTracerProvider()) return undefined;
  const opened = await openTracing().catch((error: Error) => {
    throw new CommandError(error.message);
  });
  if (!hasTracerProvider()) terminal.err(noSdk);
  return opened;
}

/** Creates a key with all scopes and demo attributes, if the store has no credentials yet. */
async function createFirstKey(plan: Plan, store: Store, platform: Platform): Promise<FirstKey | undefined> {
  const scheme = keySchemes(plan)[0];
  if (scheme === undefined) return undefined;
  const { scopes } = plan.authentication;
  const key = await makeFirstKey(store, platform, scheme, scopes, createDemoAttributes(plan));
  return key === undefined ? undefined : { scheme, key };
}

/** Resolves at the first SIGTERM, SIGINT or SIGHUP. */
function awaitStopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(undefined));
  });
}
