import { compile } from '../codegen/compile.ts';
import type { FileStore } from '../contracts/files.ts';
import type { Cipher, Log, Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import { findBrowserService } from '../operator/browser-service.ts';
import { type Credentials, createCredentials } from '../operator/credentials.ts';
import { loadDocument, plan } from '../operator/documents.ts';
import { createStoredEvents, type StoredEvents } from '../operator/events.ts';
import { createExamplePlayer } from '../operator/examples/player.ts';
import { findSecretField, rotateSecret } from '../operator/secrets/rotating.ts';
import { createSigningKeys, type SigningKeys } from '../operator/signing-keys.ts';
import { silent } from '../operator/silent.ts';
import { createWholePlanFinder } from '../operator/whole-plans.ts';
import type { Plan } from '../plan/plan.ts';
import { fetchOf } from '../serve/http/fetch.ts';
import { createCipher, createNodePlatform, plainCipher } from '../serve/platform-node.ts';
import { needReadableSecrets } from '../serve/readable-secrets.ts';
import { openService, type Service } from '../serve/service.ts';
import { defaultServerLimits, type Settings } from '../serve/settings.ts';
import { hasTracerProvider, openTracing } from '../serve/tracing.ts';
import { needReadableKeys, withEncryptedKeys } from '../serve/verifying/sealed-keys.ts';
import { type FileStoreOptions, openFileStore } from '../stores/files.ts';
import { openStore } from '../stores/index.ts';
import { defaultReadWait } from '../stores/options.ts';
import { endHandlerStreams, registerMountable } from './mounting.ts';

/** How a service is opened. */
export interface OpenOptions {
  /** The document's text, or the path of its file (one line that ends in `.md` or `.markdown`). */
  readonly document: string;
  /**
   * The address of the store, `sqlite:invoices.db` or `postgres://…`, or one that is open already and stays so. Without it the
   * records are kept in memory and end with the service.
   */
  readonly store?: string | Store;
  /** The address of a standby of the PostgreSQL database in `store`, which answers reads and lists. */
  readonly readFrom?: string;
  /**
   * The folder of the contents of files, the address of an S3 store such as `s3://bucket/prefix`, or contents that are open already and stay
   * so. Default: the folder next to a SQLite database, `invoices.db-files`; memory for a store in memory.
   */
  readonly files?: string | FileStore;
  /** The default export of the module next to the document: the result of `implement`. */
  readonly handlers?: unknown;
  /** Gives the present moment in milliseconds since 1970, for tests. */
  readonly clock?: () => number;
  readonly settings?: Settings;
  /**
   * Records a span for each request with `@opentelemetry/api`, which must be installed. Default: if the program has registered an
   * OpenTelemetry SDK before.
   */
  readonly tracing?: boolean;
  /** The key by which fields of format `secret` and the keys that sign tokens are kept encrypted; without it they are kept as they are. */
  readonly secretKey?: string;
  /** The key before this one: what was encrypted under it is opened too. */
  readonly previousSecretKey?: string;
  /** The log of the service; default: none. */
  readonly log?: Log;
  /** `full`: an answered write outlives a loss of power; `process`: the end of the process. */
  readonly durability?: 'full' | 'process';
}

/** A service that answers requests of the web's kind. */
export interface OpenService extends Credentials, StoredEvents, SigningKeys {
  readonly plan: Plan;
  /** Answers a request. `peer` is the caller's address where it is known. Never rejects. */
  fetch(request: Request, peer?: string): Promise<Response>;
  /**
   * Replaces a field of format `secret` in one record and returns the new value; the previous one is stored for 24 hours. `field`:
   * `WebhookEndpoint.secret`.
   */
  rotateSecret(field: string, id: string): Promise<string>;
  /** Ends the service, and its store unless that was handed in. */
  close(): Promise<void>;
}

/**
 * Opens a service of a document. Rejects where the document has errors, states what nothing enforces yet, or does not fit its
 * store or its code.
 */
export async function open(options: OpenOptions): Promise<OpenService> {
  return (await openOn(createNodePlatform(options.log ?? silent), options)).service;
}

const noReplica = 'readFrom applies only to a store that is named by its address';

/** Opens a service on a host, as `open` does on the real one. */
export async function openOn(
  real: Platform,
  options: OpenOptions,
): Promise<{ readonly service: OpenService; readonly inside: Service }> {
  const { document, store = 'sqlite::memory:', handlers, clock, settings = {} } = options;
  const cipher: { readonly cipher: Cipher } = {
    cipher: options.secretKey === undefined ? plainCipher : createCipher(options.secretKey, options.previousSecretKey),
  };
  const tracing = (options.tracing ?? hasTracerProvider()) ? await openTracing() : undefined;
  const own = tracing?.tracePlatform(real) ?? real;
  const platform: Platform = clock === undefined ? own : { ...own, now: clock };
  const read = await loadDocument(document);
  const made = plan(read);
  // Functions of the service must not hold the document: its models need more memory than the service.
  const { source } = read;
  const { findUnenforced: unenforced } = await import('../serve/unenforced.ts');
  const idle = unenforced(made, { ...defaultServerLimits, ...settings.serverLimits });
  if (idle.length > 0) {
    const lines = idle.map(({ what, line }) => `  line ${line}: ${what}`);
    throw new Error(`the document states what nothing enforces yet:\n${lines.join('\n')}`);
  }
  const durability = options.durability ?? 'full';
  const { readFrom } = options;
  if (readFrom !== undefined && typeof store !== 'string') throw new Error(noReplica);
  const replica = readFrom === undefined ? {} : { readFrom: { address: readFrom, wait: defaultReadWait } };
  const given = typeof store === 'string' ? await openStore(store, made, { platform, durability, ...replica }) : store;
  const files = await openContents(made, options, { platform, durability }).catch(async (error: unknown) => {
    if (typeof store === 'string') await given.close();
    throw error;
  });
  const kept = withEncryptedKeys(given, cipher.cipher);
  const compiled = compile(made, { ...settings, ...cipher });
  const opened = await (async () => {
    try {
      await needReadableKeys(made, kept);
      await needReadableSecrets(made, kept, cipher.cipher);
      return openService({
        plan: made,
        compiled,
        store: tracing?.traceStore(kept) ?? kept,
        files,
        tracer: tracing?.tracer,
        platform,
        settings,
        handlers,
        findWholePlan: createWholePlanFinder(source),
        playExamples: createExamplePlayer(source),
        browserService: findBrowserService(),
      });
    } catch (error) {
      if (typeof store === 'string') void kept.close();
      throw error;
    }
  })();
  const fetch = fetchOf(opened);
  const service: OpenService = {
    plan: made,
    fetch,
    ...createCredentials(opened, kept, platform),
    ...createStoredEvents(compiled.events, kept, platform),
    ...createSigningKeys(made, kept, platform),
    rotateSecret: async (field, id) =>
      rotateSecret({ plan: made, store: kept, platform, cipher: cipher.cipher, ...findSecretField(made, field) }, id),
    async close() {
      try {
        endHandlerStreams(service);
        await opened.close();
        if (files !== options.files) await files?.close();
      } finally {
        if (typeof store === 'string') await kept.close();
      }
    },
  };
  return { service: registerMountable(service, opened, platform.log), inside: opened };
}

/** Opens the contents of the files of a plan, unless they are open already. */
async function openContents(
  made: Plan,
  { files, store = 'sqlite::memory:' }: OpenOptions,
  how: Pick<FileStoreOptions, 'durability' | 'platform'>,
): Promise<FileStore | undefined> {
  if (typeof files === 'object') return files;
  return openFileStore(made, typeof store === 'string' ? store : undefined, { folder: files, ...how });
}
