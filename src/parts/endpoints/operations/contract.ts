import type { KindFacts, OperationKind } from '../../../plan/kinds.ts';

/** One thing that an operation may do: everything that is true of it whatever the document says. */
export interface OperationMember extends KindFacts {
  readonly name: OperationKind;
  /** What it does, as "it …", for messages. */
  readonly does: string;
  /** The methods that fit, the usual one first. */
  readonly methods: readonly string[];
  /** Whether its row may have a Request: a shape, none, or one that a standard gives. */
  readonly request: 'shape' | 'none' | 'by its standard';
  /** What the bare name of its resource means in a Request; default: `input request`. */
  readonly requestPlace?: 'create request' | 'update request' | 'replace request';
  /** What its Response shows. */
  readonly response: 'record' | 'new record' | 'records' | 'events' | 'event' | 'of code' | 'by its standard';
  /** The statuses that its answer may have, the usual one first; none: any from 200 to 299. */
  readonly statuses: readonly number[];
  /** The meanings that its parameters may have. */
  readonly parameters: 'of a list' | 'of a list of events' | 'of a record' | 'input' | 'none';
}
