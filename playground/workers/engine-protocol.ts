import type {
  EventShown,
  PassedRequest,
  PassedResponse,
  RecordTable,
  RunningFacts,
  SentWebhook,
} from '../../src/contracts/browser-service.ts';
import type { Played } from '../../src/describe/examples/exchange.ts';

/** A service that was opened. */
export interface Opened {
  readonly facts: RunningFacts;
  /** The moment of its clock, in milliseconds since 1970. */
  readonly now: number;
  /** Whether it begins without records, has those of the document before, or lost them. */
  readonly records: 'new' | 'kept' | 'reset';
  /** The reasons why records were reset. */
  readonly reasons: readonly string[];
}

/** The functions of the worker that runs a service. */
export interface EngineFunctions {
  open(text: string, clock: number, isNew: boolean): Promise<Opened>;
  send(request: PassedRequest): Promise<PassedResponse>;
  events(after: number): Promise<readonly EventShown[]>;
  sent(): readonly SentWebhook[];
  records(resource: string): Promise<RecordTable>;
  /** Moves the clock, and returns its new moment. */
  advance(milliseconds: number): Promise<number>;
  /** Plays the examples of a document in services of its own. */
  play(text: string, milliseconds: number): Promise<Played>;
  [name: string]: (...values: never[]) => unknown;
}
