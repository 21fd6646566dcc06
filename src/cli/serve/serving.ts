import { exit } from 'node:process';
import { compile } from '../../codegen/compile.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { createWholePlanFinder } from '../../library/documents.ts';
import type { Plan } from '../../plan/plan.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openService } from '../../serve/service.ts';
import type { Settings } from '../../serve/settings.ts';
import { redactAddress } from '../../stores/index.ts';
import { present } from '../../text/present.ts';
import { createDemoAttributes } from '../keys/attributes.ts';
import { keySchemes, makeFirstKey } from '../keys/credentials.ts';
import { formatMigrationReport } from '../migrate/report.ts';
import { migrateStore } from '../migrate.ts';
import { findModuleFile, loadModule, printModule, withModule } from '../module.ts';
import { readRequiredCipher, toSign } from '../secrets/key.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { logTo } from '../shared/log.ts';
import { getDefaultStore, openStoreOf } from '../shared/store.ts';
import { CommandError, printFailure, type Terminal } from '../shared/terminal.ts';
import { retryUntilFree } from '../shared/waiting.ts';
import { applyBaseUrl } from './base.ts';
import { readIssuers } from './issuer-options.ts';
import { refuseWhatCannotRun } from './may-serve.ts';
import { readNatsSettings, refuseWithoutNats } from './nats-options.ts';
import type { ServeOptions } from './options.ts';
import { type Opened, run } from './running.ts';
import { type FirstKey, startReport } from './start-report.ts';
import { logStrayErrors } from './strays.ts';
import { watchDocument } from './watch.ts';
import { readWebhookSettings, refuseWithoutWebhookUrls } from './webhook-options.ts';

/** Runs a document until the process is asked to end. Throws `CommandError` for what cannot be served. */
export async function serveDocument(file: string, options: ServeOptions, terminal: Terminal): Promise<void> {
  const beside = withModule(openDocument(file));
  const plan = planOrDiagnostics(beside.document, terminal);
  if (plan === undefined) return;
  if (beside.diagnostics.length > 0) {
    printModule(beside, terminal);
    throw new CommandError(`${findModuleFile(file)} does not fit ${file}.`);
  }
  refuseWhatCannotRun(plan, file, options);
  refuseWithoutWebhookUrls(plan, file, options, terminal.environment);
  refuseWithoutNats(plan, file, options);
  const platform = createNodePlatform(logTo(options.logLevel));
  logStrayErrors(platform.log);
  const address = options.store ?? getDefaultStore(file);
  const settings = {
    ...toSettings(options),
    ...readWebhookSettings(plan, options, terminal.environment),
    ...readNatsSettings(options),
  };
  const open = async (of: Plan, kept?: Store, loaded = withModule(openDocument(file))): Promise<Opened> => {
    const cipher = readRequiredCipher(of, terminal);
    const at = applyBaseUrl(of, options.baseUrl);
    const handlers = await loadModule(file, of, loaded);
    const opened = async (again: boolean): Promise<Store> => {
      if (options.migrate === true) await migrateFirst(of, address, file, platform, terminal, again);
      return openStoreOf(of, address, platform, options.durability, outdated.tell);
    };
    const store =
      kept ?? (await toSign({ plan: of, store: await retryUntilFree({ wait, terminal }, opened) }, cipher.cipher));
    return {
      store,
      service: openService({
        plan: at,
        compiled: compile(at, { ...settings, ...cipher }),
        store,
        platform,
        settings,
        handlers,
        findWholePlan: createWholePlanFinder(loaded.document.source),
      }),
    };
  };
  const outdated = createNotifier();
  let { wait } = options;
  const first = await open(plan, undefined, beside);
  // What is edited is served at once or not at all.
  wait = 0;
  // Before anybody can read that it listens: a signal that is sent at once ends the process in order, too.
  const asked = awaitStopSignal();
  const running = await run(first, open, options);
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
    today,
  });
  for (const line of report) terminal.out(line);
  terminal.out(`listening on ${running.address}`);
  const check = (next: Plan): void => {
    refuseWhatCannotRun(next, file, options);
    refuseWithoutWebhookUrls(next, file, options, terminal.environment);
    refuseWithoutNats(next, file, options);
  };
  const watching = options.watch
    ? watchDocument({ file, address, plan, running, platform, check }, terminal)
    : undefined;
  const why = await Promise.race([asked, outdated.told]);
  if (why !== undefined) {
    printFailure(terminal, new CommandError(`${why}. ${endsNow}`));
    terminal.end(2);
  }
  terminal.out('ending: finishing what is under way');
  watching?.close();
  const hangs = setTimeout(() => {
    terminal.err(`nonet: ended by force: something was still under way after ${patience / 1_000} seconds.`);
    exit(1);
  }, patience);
  await running.close();
  clearTimeout(hangs);
}

const endsNow = 'Requests are unavailable (503), and this process ends: start it again with the document as it is now.';

/** Something that is told once, and its telling. */
function createNotifier(): { readonly told: Promise<string>; tell(why: string): void } {
  let tell = (_why: string): void => undefined;
  const told = new Promise<string>((resolve) => {
    tell = resolve;
  });
  return { told, tell: (why) => tell(why) };
}

/** A service that was asked to end is ended by force after so many milliseconds. */
const patience = 10_000;

/** Takes the steps to a changed document; throws `CommandError` where something stands in their way. */
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

function toSettings(options: ServeOptions): Settings {
  return {
    ...present({ baseUrl: options.baseUrl }),
    issuers: readIssuers(options),
    ...present({ trustedProxies: options.trustedProxies }),
    eventRetention: options.eventRetention * 86_400_000,
    docs: options.docs,
    explain: options.explain === undefined ? 'local' : options.explain ? 'always' : 'never',
    serverLimits: {
      maxBodySize: options.maxBodySize,
      maxPageSize: options.maxPageSize,
      maxRequestTime: options.maxRequestTime,
    },
  };
}

/** On a store without credentials: a key with all scopes, its attributes `demo`, 1, true. */
async function createFirstKey(plan: Plan, store: Store, platform: Platform): Promise<FirstKey | undefined> {
  const scheme = keySchemes(plan)[0];
  if (scheme === undefined) return undefined;
  const { scopes, attributes } = plan.authentication;
  const key = await makeFirstKey(store, platform, scheme, scopes, createDemoAttributes(attributes));
  return key === undefined ? undefined : { scheme, key };
}

/** Resolves when the process is asked to end. */
function awaitStopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve(undefined));
  });
}
