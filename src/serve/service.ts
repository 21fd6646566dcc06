import { compile } from '../codegen/compile.ts';
import type { Compiled } from '../contracts/compiled.ts';
import type { CreatedCredential, CredentialService, NewCredential } from '../contracts/credentials.ts';
import type { EventFeed } from '../contracts/events.ts';
import type { FileStore } from '../contracts/files.ts';
import type { RequestMeters } from '../contracts/meters.ts';
import type { Platform } from '../contracts/platform.ts';
import type { HttpResponse, Incoming } from '../contracts/request-context.ts';
import type { Store } from '../contracts/store.ts';
import type { RequestTracer } from '../contracts/tracing.ts';
import type { PlayExamples } from '../describe/examples/exchange.ts';
import { createAccounts } from '../parts/authentication/serve/accounts.ts';
import { listCallerAttributes } from '../parts/authentication/serve/attributes.ts';
import { openCredentialService } from '../parts/authentication/serve/credentials/credential-service.ts';
import { createPasskeys } from '../parts/authentication/serve/passkeys.ts';
import { createSecondFactors } from '../parts/authentication/serve/second-factors.ts';
import { createSessions } from '../parts/authentication/serve/sessions.ts';
import { isLoopbackOnly } from '../parts/authentication/serve.ts';
import { createCors } from '../parts/endpoints/serve/cors.ts';
import { openPlanFileLinks } from '../parts/endpoints/serve/files/links.ts';
import { openPlanFileTags } from '../parts/endpoints/serve/files/tag.ts';
import { openListCursors } from '../parts/endpoints/serve/lists/cursor.ts';
import { getIdentityType } from '../plan/fields/identity-type.ts';
import { listFileFields } from '../plan/files/file-fields.ts';
import type { Plan } from '../plan/plan.ts';
import { findSessionResource } from '../plan/records/sessions.ts';
import type { LazyList } from '../plan/sets/lazy-list.ts';
import type { FindWholePlan } from '../plan/whole.ts';
import { once } from '../text/memo.ts';
import { needTargets } from './deliveries/target-settings.ts';
import { createTargets } from './deliveries/targets.ts';
import { openDeliveries } from './deliveries.ts';
import { needWorkbenchPath } from './descriptions/workbench.ts';
import { openEvents } from './event-sequencer.ts';
import { expireStoredResponses } from './expiry.ts';
import { createExtraRoutes } from './extra-routes.ts';
import { openFiles } from './files/receive.ts';
import { sweepFiles } from './files/sweep.ts';
import { createServiceCode } from './handlers/making.ts';
import { listHookKeys } from './handlers.ts';
import { createForeignChecks } from './http/foreign-checks.ts';
import { createMethodResponder } from './http/methods.ts';
import { limitAnswers } from './limits/answers.ts';
import { openLimiting } from './limits.ts';
import { needMail } from './mail/settings.ts';
import { needNats } from './nats/settings.ts';
import { openDeadlines } from './request/deadlines.ts';
import { createErrorResponder } from './request/error-responder.ts';
import { createErrorResponses } from './request/error-response.ts';
import { createFailureReader } from './request/failures.ts';
import { createInnerOperations } from './request/inner-operations.ts';
import { createLazyOperations } from './request/lazy-operations.ts';
import {
  createColumnLookup,
  createOperationContextFactory,
  type OperationContextFactory,
} from './request/operation-context.ts';
import type { ActiveRequest } from './request/request-context.ts';
import { createRequestHandler } from './request/request-handler.ts';
import { createRequestLogger } from './request/request-logger.ts';
import { arrangeSteps, type OperationSteps, requireKnownSteps } from './request.ts';
import { openSessionKeeper, type SessionKeeper } from './session-keeper.ts';
import { defaultServerLimits, type Settings } from './settings.ts';
import { openSignIn } from './signing-in/open.ts';
import { openStreams } from './streams.ts';
import type { OverdueTimers } from './timers/overdue.ts';
import { createTiming } from './timers/timing.ts';
import { createUploadRoute } from './uploads/route.ts';
import { sweepUploads } from './uploads/sweep.ts';
import { needIssuers } from './verifying/issuer-settings.ts';
import { openSigner, withKeysRead } from './verifying/signer.ts';
import { openVerifying } from './verifying.ts';
import { createEventVersions } from './versions/events.ts';
import {
  compileVersions,
  createOlderErrorResponses,
  createVersionContextFactory,
  openVersions,
  type Table,
} from './versions.ts';

/** A running service. */
export interface Service {
  readonly plan: Plan;
  readonly keys: CredentialService;
  /** Issues a credential outside of a request; it begins a session of a scheme that has them. */
  issue(credential: NewCredential): Promise<CreatedCredential>;
  /** The steps of each operation, created when they are first read. */
  readonly steps: LazyList<OperationSteps>;
  /** Notifies of new events; undefined if the document has none. */
  readonly feed: EventFeed | undefined;
  /** True if the service accepts only requests from this machine. */
  readonly loopbackOnly: boolean;
  /** Returns when the next timed transition is due, after now and until `until`; undefined if none is. */
  due?(until: number): Promise<number | undefined>;
  /** Responds to a request, synchronously if nothing has to be awaited. Never throws. */
  handle(incoming: Incoming): HttpResponse | Promise<HttpResponse>;
  /** Counts a request with an unreadable head in the limits. */
  unread?(peer: string): void;
  /** Returns the response with this status to a request with an unreadable or rejected head. */
  refuseHead(status: number): HttpResponse;
  /** Measures what is waiting right now; not every front of a service passes it on. */
  readonly load?: ServiceLoad;
  /** Stops the work of the service: new requests get `unavailable`. Resolves when background work is done. */
  rest(): Promise<void>;
  /** Ends requests in flight as if their time had elapsed; uncommitted writes are undone. */
  hurry?(): void;
  /** Closes the service and releases its resources. The store stays open. */
  close(): Promise<void>;
}

/** The pending work of a service. */
export interface ServiceLoad {
  /** Returns the number of open streams. */
  streams(): number;
  /** Counts due timed transitions, at most `most` records of each. */
  timers(most: number): Promise<readonly OverdueTimers[]>;
}

/** The dependencies of a service. */
export interface Opening {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Store;
  readonly platform: Platform;
  /** Stores the contents of files; a plan without files needs none. */
  readonly files?: FileStore | undefined;
  readonly settings?: Settings;
  /** The handlers from `implement`. */
  readonly handlers?: unknown;
  /** Finds the plan of descriptions; undefined if the service serves none. */
  readonly findWholePlan?: FindWholePlan;
  /** Plays the examples of descriptions; undefined if they have none. */
  readonly playExamples?: PlayExamples;
  /** Reads the file by which the service runs in its documentation page; undefined if it does not. */
  readonly browserService?: (() => Promise<string>) | undefined;
  /** Counts requests; undefined if no metrics are collected. */
  readonly meters?: RequestMeters | undefined;
  /** Records a span for each request; undefined if no spans are collected. */
  readonly tracer?: RequestTracer | undefined;
}

/** Opens a service. Its operations open at their first requests. Throws a `HandlersError` if its handlers do not match the plan. */
export function openService(opening: Opening): Service {
  const { plan, compiled, platform, meters, tracer } = opening;
  const settings = opening.settings ?? {};
  const base = settings.baseUrl ?? plan.base.known ?? '';
  const issuer = base.replace(/\/+$/, '');
  const signer = openSigner({ plan, store: opening.store, platform, base: issuer });
  const timing = createTiming(plan, compiled, withKeysRead(opening.store, platform, signer), platform);
  const { store, due } = timing;
  needIssuers(plan, settings.issuers);
  needTargets(plan, settings.webhookUrls);
  needNats(plan, settings.nats);
  needMail(plan, settings.mail, platform);
  if (settings.workbench === true) needWorkbenchPath(plan);
  const serverLimits = { ...defaultServerLimits, ...settings.serverLimits };
  const sessionRecords = findSessionResource(plan);
  const keys = openCredentialService({
    schemes: plan.authentication.schemes,
    attributes: listCallerAttributes(plan),
    sessionType: sessionRecords && getIdentityType(plan, sessionRecords.resource),
    store,
    platform,
    signer,
  });
  const deadlines = openDeadlines(platform);
  const noteUse = (...use: Parameters<SessionKeeper['noteUse']>): void => keeper.noteUse(...use);
  const verifying = openVerifying({
    ...{ plan, compiled, keys, store, platform, base: issuer, signer, noteUse },
    issuers: settings.issuers,
  });
  const { verifiers } = verifying;
  const limiting = openLimiting(plan, store, platform, settings.trustedProxies ?? []);
  const limits = limitAnswers(plan, limiting, platform);
  const events = openEvents(plan, store, platform, settings.eventRetention);
  const streams = openStreams({ compiled, store, platform, keys, feed: events.feed });
  const targets = createTargets(settings.allowPrivateWebhooks === true);
  const refusing = createErrorResponses(opening, settings);
  const requestLogger = createRequestLogger(platform);
  const fail = createFailureReader(platform);
  const errors = createErrorResponder({ platform, fail, refusing, requestLogger, tracer });
  const sessions = createSessions({ plan, compiled, store, platform, keys, inner: () => inner() });
  const factors = createSecondFactors({ plan, compiled, store, inner: () => inner() });
  const accounts = createAccounts({ plan, compiled, store, inner: () => inner() });
  const passkeys = createPasskeys({ plan, compiled, store, platform });
  const signIn = openSignIn({ plan, settings, platform, store, base, passkeys });
  const hookedChanges = listHookKeys(opening.handlers);
  const keeper = openSessionKeeper({
    ...{ plan, compiled, store, platform, keys, sessions, hookedChanges },
  });
  const createContext = createOperationContextFactory({
    sessions,
    factors,
    plan,
    compiled,
    platform,
    limiting,
    targets,
    store,
    serverLimits,
    files: opening.files && openFiles(opening.files, platform),
    keys,
    verifiers,
    signer,
    base,
    due,
    streams,
    refused: errors.answerTo,
    hookedChanges,
    inner: () => inner(),
  });
  const stepsOf = arrangeSteps;
  const inner = once(() =>
    createInnerOperations({ plan, compiled, store, platform, createContext: createInside, stepsOf, compile }),
  );
  const code = createServiceCode({
    ...{ plan, compiled, store, platform, keys, sessions, factors, inner, stepsOf },
    ...{ files: opening.files, module: opening.handlers, accounts, signIn },
  });
  const createInside: OperationContextFactory = (...of) => code.inside(createContext(...of));
  requireKnownSteps(plan);
  requireFiles(plan, opening.files);
  openListCursors(plan, { platform, store });
  openPlanFileTags(plan, { platform, store });
  compiled.links.sign = openPlanFileLinks(plan, { platform, store })?.sign;
  const lazy = createLazyOperations(plan.operations, code, (at) =>
    createContext(plan.operations[at]!, compiled.operations.at(at)!),
  );
  const timers = timing.start(createInside);
  const runDue = timers && ((ctx: ActiveRequest) => timers.first(ctx));
  const endExpiry = expireStoredResponses(plan, store, platform);
  const olderVersions = compileVersions(plan, compiled, settings);
  const endSweep = opening.files && sweepFiles({ plan, compiled, store, files: opening.files }, platform);
  const endUploads = opening.files && sweepUploads(plan, store, opening.files, platform);
  const deliveries = openDeliveries({
    ...{ plan, compiled, store, platform, base, targets, feed: events.feed, rate: settings.webhookRate },
    eventRetention: settings.eventRetention,
    ...{
      nats: settings.nats,
      mail: settings.mail,
      versions: createEventVersions(plan, compiled, olderVersions, platform),
    },
    ...{ columnOf: createColumnLookup(plan), settings: settings.webhookUrls ?? new Map() },
  });
  const alone = isLoopbackOnly(plan);
  let resting: Promise<unknown> | undefined;
  const rest = async (): Promise<void> => {
    resting ??= Promise.all([deliveries?.close(), timers?.close()]);
    await resting;
  };
  const ready = { store, now: platform.now, runDue };
  const operations = lazy.open(ready, meters);
  const browsers = createCors(plan);
  const foreign = createForeignChecks(plan, base, settings.anyHost);
  const extraRoutes = createExtraRoutes({
    ...{ plan, base, platform, settings, find: opening.findWholePlan, play: opening.playExamples },
    browserService: opening.browserService,
    ...{ signing: verifying.routes, verifiers, now: platform.now },
    serverLimits,
    deadlines,
    ...foreign.agents,
    handle: (incoming) => handle(incoming),
  });
  const methodsOf = (served: Plan, route: Compiled['route'], version?: string): Table['methods'] =>
    createMethodResponder(
      served,
      { ...compiled, route },
      extraRoutes(version),
      browsers,
      createUploadRoute(served, route),
    );
  const { route } = compiled;
  const own: Table = {
    ...{ plan, route, methods: methodsOf(plan, route), operations, errors },
    uploads: createUploadRoute(plan, route),
  };
  const chooseVersion = openVersions({
    ...{ plan, compiled, base, own, now: platform.now, older: olderVersions },
    tableOf(version) {
      const { plan: served, route } = version;
      const olderErrors = createErrorResponder({
        ...{ platform, fail, requestLogger, tracer },
        refusing: createOlderErrorResponses(refusing, version),
      });
      const around = { plan, compiled, store, platform, serverLimits, refused: olderErrors.answerTo };
      const contextOf = createVersionContextFactory(version, createContext, around);
      const older = createLazyOperations(served.operations, code, contextOf);
      return {
        ...{ plan: served, route, methods: methodsOf(served, route, version.version.name), errors: olderErrors },
        operations: older.open(ready, meters),
        uploads: createUploadRoute(served, route),
      };
    },
  });

  const handle = createRequestHandler({
    ...{ platform, fail, own, chooseVersion, browsers, limits, deadlines, requestLogger, tracer, alone },
    ...foreign.own,
    unnamed: meters?.meterOf(),
    rests: () => resting !== undefined,
  });

  return {
    plan,
    keys,
    issue: keeper.issue,
    feed: events.feed,
    steps: lazy.steps,
    loopbackOnly: alone,
    due: async (until) => timers?.next(until),
    load: { streams: () => streams.count, timers: async (most) => (await timers?.overdue(most)) ?? [] },
    handle,
    unread: limits.unread,
    refuseHead(status) {
      const response = errors.refuseHead(status);
      meters?.meterOf().count(response, 0);
      return response;
    },
    rest,
    hurry: deadlines.end,
    async close() {
      streams.close();
      await Promise.all([rest(), code.idle()]);
      deadlines.close();
      endExpiry();
      await Promise.all([endSweep?.(), endUploads?.()]);
      await events.close();
      for (const verifier of verifiers) verifier.close?.();
      await keeper.close();
      await keys.close();
      await limiting.close();
    },
  };
}

/** Throws an error if a plan has files and nothing stores their contents: the first upload would be too late to report that. */
function requireFiles(plan: Plan, files: FileStore | undefined): void {
  if (files === undefined && listFileFields(plan).length > 0)
    throw new Error('the document has files, and the service was opened without a store for their contents');
}
