import type { Span } from '../../../text/location.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import type { LimitModel } from '../../limits/model.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { StateMachineModel, TransitionModel } from '../../states/model.ts';

/** What a condition may be narrowed to behind `on`. */
export type Narrowing = 'operation' | 'transition' | 'resource';

/** Where a refusal can happen, by the fact at `span`; `named` is the code that the fact names. */
export interface ProducedAt {
  readonly operation?: string;
  /** `pay Invoice`. */
  readonly transition?: string;
  readonly resource?: string;
  readonly named?: string;
  readonly span: Span;
}

/** All rows of one transition of a resource. */
export interface TransitionRows {
  readonly name: string;
  readonly resource: string;
  readonly machine: StateMachineModel;
  readonly rows: readonly TransitionModel[];
}

/** What conditions ask of a document to tell whether it can produce them. */
export interface Facts {
  readonly service: Service;
  readonly operations: readonly OperationModel[];
  readonly resources: readonly ResourceModel[];
  readonly transitions: readonly TransitionRows[];
  /** The operations that a name of another part means (`create Invoice`, `all Invoice`, `all`). */
  meant(name: string): readonly OperationModel[];
  /** The operations that run a transition or one of the language's own verbs on a resource. */
  running(verb: string, resource: string): readonly OperationModel[];
  /** The operations that the rows of a transition bind: rows of `update` bind a replace too where it has none, and so the other way. */
  bound(rows: TransitionRows): readonly OperationModel[];
  /** Some operation is code, which may write records of any resource. */
  readonly coded: boolean;
  /** The operations that write records of a resource. */
  writing(resource: string): readonly OperationModel[];
  /** The resources of the parents that the path of an operation names. */
  parents(operation: OperationModel): readonly string[];
  /** The operations that a limit holds for. */
  limited(limit: LimitModel): readonly OperationModel[];
  /** True when a row of `anyone` allows the operation. */
  open(operation: OperationModel): boolean;
  /** True when a row of `anyone` allows it for every record. */
  free(operation: OperationModel): boolean;
}

/** A kind of refusal: its status where no code covers it, what it may be narrowed to, and which facts produce it. */
export interface Condition {
  readonly name: string;
  /** HTTP's status at a gap; none for what is always named. */
  readonly status?: number;
  readonly narrowedTo: readonly Narrowing[];
  /** Each place of it is a gap of its own (`guard fails on pay Invoice`), even where none is covered. */
  readonly listedByPlace?: true;
  /** A request that was refused so has reached the record: the answer is kept for its idempotency key. */
  readonly kept?: true;
  /** A handler may find itself that it holds, and name its row of Errors. */
  readonly foundByCode?: true;
  /** The record is not there. */
  readonly absent?: true;
  /** Other records are in the way: it goes on once they have changed. */
  readonly blocked?: true;
  /** The statuses that a code of it may have. */
  readonly statuses: 'client' | 'credential' | 'client or server';
  /** The places of this document at which it can happen. */
  produced(facts: Facts): readonly ProducedAt[];
  /** What has happened, in words of a sentence. */
  readonly words: string;
  /** What a document must state for it to happen; only of a condition that `produced` knows all places of. */
  readonly needs?: string;
}
