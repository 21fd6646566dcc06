import { compile } from './code/compile.ts';
import { misfitOf } from './parts/authentication/serve-asked.ts';
import { isText } from './parts/authentication/serve-claims.ts';
import { compareServices, type Differences } from './parts/compare.ts';
import { type Document, planOf, readDocument } from './parts/index.ts';
import type { Plan } from './plan/plan.ts';
import { terminalOf } from './problems/terminal.ts';
import { fetchOf } from './serve/fetch.ts';
import { cipherOf, nodeHost } from './serve/host-node.ts';
import { needReadableSecrets } from './serve/readable-secrets.ts';
import { openService } from './serve/service.ts';
import type { Settings } from './serve/settings.ts';
import { needReadableKeys, withSealedKeys } from './serve/verifying/sealed-keys.ts';
import type { Cipher, Host, Log } from './steps/host.ts';
import type { Store } from './steps/store.ts';
import { openStore } from './stores/index.ts';
import { sourceOf } from './text/place.ts';

export type { Change, ChangeClass, Verdict, VerdictClass } from './changes/change.ts';
export type { Differences } from './parts/compare.ts';
export type { Document } from './parts/index.ts';
export type { Plan } from './plan/plan.ts';
export type { Problem } from './problems/problem.ts';
export {
  type AfterGiven,
  type Asking,
  type BeforeGiven,
  type HandlerGiven,
  type Implementation,
  implement,
  type Reading,
  type ServiceTypes,
  type Writing,
} from './serve/handlers/implement.ts';
export type { Settings } from './serve/settings.ts';
export type { IssuerSettings } from './serve/verifying/issuer-settings.ts';
export type { Host, Log } from './steps/host.ts';
export type { Store } from './steps/store.ts';

/** Reads and checks the text of a document. Never throws: what is wrong stands in `problems`, each with its place. */
export function read(text: string, name = 'document.md'): Document {
  return readDocument(sourceOf(name, text));
}

/** Works out what the machine runs. Throws an error that shows every problem where the document has errors. */
export function plan(document: Document): Plan {
  const errors = document.problems.filter((problem) => problem.severity === 'error');
  if (errors.length === 0) return planOf(document.service);
  throw new Error(errors.map((problem) => terminalOf(document.source, problem, false)).join('\n'));
}

/**
 * Compares two documents: every difference, its class for what clients send and for what they get, what it exposes, and how the
 * rows of Changes in the newer one fit. Throws an error that shows every problem where one of them has errors.
 */
export function compare(old: Document, now: Document): Differences {
  return compareServices({ service: old.service, plan: plan(old) }, { service: now.service, plan: plan(now) });
}

/** How a service is opened. */
export interface OpenOptions {
  /** The document's text, or the path of its file (one line that ends in `.md` or `.markdown`). */
  readonly document: string;
  /**
   * The address of the store, `sqlite:invoices.db` or `postgres://…`, or one that is open already and stays so. Without it the
   * records are kept in memory and end with the service.
   */
  readonly store?: string | Store;
  /** What the module beside the document exports by default: the result of `implement`. */
  readonly handlers?: unknown;
  /** Gives the present moment in milliseconds since 1970, for tests. */
  readonly clock?: () => number;
  readonly settings?: Settings;
  /** The key by which fields of format `secret` and the keys that sign tokens are kept encrypted; without it they are kept as they are. */
  readonly secretKey?: string;
  /** The key before this one: what was encrypted under it is opened too. */
  readonly secretKeyBefore?: string;
  /** Where the service tells what happens; without it nowhere. */
  readonly log?: Log;
  /** `full`: an answered write outlives a loss of power; `process`: the end of the process. */
  readonly durability?: 'full' | 'process';
}

/** A service that answers requests of the web's kind. */
export interface OpenService {
  readonly plan: Plan;
  /** Answers a request. `peer` is the caller's address where it is known. Never rejects. */
  fetch(request: Request, peer?: string): Promise<Response>;
  /** Makes a credential of a scheme of kind api key, shown this once. */
  createKey(of: {
    readonly subject: string;
    readonly scopes: readonly string[];
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly scheme?: string;
  }): Promise<string>;
  /** Ends the service, and its store unless that was handed in. */
  close(): Promise<void>;
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Opens a service of a document. Rejects where the document has errors, states what nothing enforces yet, or does not fit its
 * store or its code.
 */
export async function open(options: OpenOptions): Promise<OpenService> {
  const { document, store = 'sqlite::memory:', handlers, clock, settings = {}, log = silent } = options;
  const real = nodeHost(log);
  const cipher: { readonly cipher?: Cipher } =
    options.secretKey === undefined ? {} : { cipher: cipherOf(options.secretKey, options.secretKeyBefore) };
  const host: Host = clock === undefined ? real : { ...real, now: clock };
  const made = plan(await documentOf(document));
  const { unenforced } = await import('./serve/unenforced.ts');
  const idle = unenforced(made);
  if (idle.length > 0) {
    const lines = idle.map(({ what, line }) => `  line ${line}: ${what}`);
    throw new Error(`the document states what nothing enforces yet:\n${lines.join('\n')}`);
  }
  const durability = options.durability ?? 'full';
  const given = typeof store === 'string' ? await openStore(store, made, { host, durability }) : store;
  const kept = withSealedKeys(given, cipher.cipher);
  const opened = await (async () => {
    try {
      await needReadableKeys(made, kept);
      await needReadableSecrets(made, kept, cipher.cipher);
      return openService({
        plan: made,
        compiled: compile(made, { ...settings, ...cipher }),
        store: kept,
        host,
        settings,
        handlers,
      });
    } catch (error) {
      if (typeof store === 'string') void kept.close();
      throw error;
    }
  })();
  const fetch = fetchOf(opened);
  return {
    plan: made,
    fetch,
    async createKey({ subject, scopes, attributes = {}, scheme }) {
      const found = made.authentication.schemes.find(
        ({ name, kind }) => kind === 'api key' && name === (scheme ?? name),
      );
      if (found === undefined) throw new Error('the document has no scheme of kind api key that is called so');
      const misfit = misfitOf(made.authentication, { scopes, attributes });
      if (misfit !== undefined) throw new Error(`a key cannot be made so: ${misfit}`);
      if (!isText(subject) || subject === '') throw new Error('a key cannot be made so: the subject is no text');
      const asked = { kind: 'key', scheme: found.name, subject, scopes, attributes } as const;
      const { text } = await opened.keys.make(asked, host.now());
      return text;
    },
    async close() {
      try {
        await opened.close();
      } finally {
        if (typeof store === 'string') await kept.close();
      }
    },
  };
}

async function documentOf(document: string): Promise<Document> {
  if (document.includes('\n') || !/\.(md|markdown)$/i.test(document)) return read(document);
  const { readFile } = await import('node:fs/promises');
  return read(await readFile(document, 'utf8'), document);
}
