import './library/on-node.ts';

export type { Log, Platform } from './contracts/platform.ts';
export type { Store } from './contracts/store.ts';
export type { Diagnostic } from './diagnostics/diagnostic.ts';
export type { Change, ChangeClass, Verdict, VerdictClass } from './diff/change.ts';
export { toNodeHandler } from './library/mounting.ts';
export { type OpenOptions, type OpenService, open } from './library/open.ts';
export { type ProveOptions, prove } from './library/prove.ts';
export {
  backup,
  type ExportOptions,
  encryptSecrets,
  exportRecords,
  type LoadOptions,
  type LoadResult,
  load,
  type MigrateOptions,
  migrate,
  type OpenStoreOptions,
  openStore,
} from './library/records.ts';
export type {
  Credential,
  Credentials,
  KeyOptions,
  NewClient,
  RightsChange,
  TokenOptions,
} from './operator/credentials.ts';
export { compare, type PlanOptions, plan, read } from './operator/documents.ts';
export type {
  Delivery,
  DeliveryListOptions,
  DeliverySelection,
  EventListOptions,
  StoredEvent,
} from './operator/events.ts';
export type { StatedCaller as ProveCaller } from './operator/prove/callers.ts';
export type { SigningKey } from './operator/signing-keys.ts';
export type { Differences } from './parts/compare.ts';
export type { Document } from './parts/index.ts';
export type { Plan } from './plan/plan.ts';
export type { Report as Proof, ReportedFinding as ProofFinding, ReportedRow as ProofRow } from './prove/report.ts';
export {
  type AfterHookContext,
  type BeforeHookContext,
  type FileContent,
  type FileValue,
  type HandlerContext,
  type Implementation,
  implement,
  type ListOptions,
  type ReadFiles,
  type ReadStore,
  type ServiceTypes,
  unwritten,
  type WithinHookContext,
  type WriteFiles,
  type WriteStore,
} from './serve/handlers/implement.ts';
export type { Settings } from './serve/settings.ts';
export type { IssuerSettings } from './serve/verifying/issuer-settings.ts';
export type { MigrationReport } from './stores/migration/store.ts';
