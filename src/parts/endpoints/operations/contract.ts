import type { OperationKind } from '../../../plan/operation.ts';
import type { StepName } from '../../../plan/order.ts';
import type { OperationName } from '../model.ts';

/** A step that every operation of a kind has, and what it does there, as the end of a sentence. */
export interface MemberStep {
  readonly step: StepName;
  readonly words: string;
}

/** One thing that an operation may do: everything that is true of it whatever the document says. */
export interface OperationMember {
  readonly name: OperationKind;
  /** How its cell is written, for messages. */
  readonly form: string;
  /** Whether a name in the cell Operation is of this kind; transitions take what no other kind takes. */
  means(name: OperationName): boolean;
  /** What it does, as "it …", for messages. */
  readonly does: string;
  /** The methods that fit, the usual one first. */
  readonly methods: readonly string[];
  /** It changes what is stored, or makes something: `perhaps` for code. */
  readonly changes: 'always' | 'never' | 'perhaps';
  /**
   * What its path must find: one record, none (a new one, or a list), what code asks for, or an event.
   * A new record has its identity in the path when it is made by PUT.
   */
  readonly finds: 'record' | 'new record' | 'records' | 'perhaps a record' | 'event' | 'nothing';
  /** Whether its row may have a Request: a shape, none, or one that a standard gives. */
  readonly request: 'shape' | 'none' | 'by its standard';
  /** What the bare name of its resource means in a Request. */
  readonly requestPlace: 'create request' | 'update request' | 'replace request' | 'input request';
  /** Whether a Request must be there: without one it could not do anything. */
  readonly needsRequest: boolean;
  /** What its Response shows. */
  readonly response: 'record' | 'new record' | 'records' | 'events' | 'event' | 'of code' | 'by its standard';
  /** The statuses that its answer may have, the usual one first; none: any from 200 to 299. */
  readonly statuses: readonly number[];
  /** The meanings that its parameters may have. */
  readonly parameters: 'of a list' | 'of a list of events' | 'of a record' | 'input' | 'none';
  /** The steps that it always has. */
  readonly steps: readonly MemberStep[];
}

const accept = {
  step: 'endpoints/accept',
  words: 'asks whether the client takes the media type of the answer',
} as const;
const parameters = {
  step: 'endpoints/parameters',
  words: 'reads the parameters, and refuses what is not stated',
} as const;
const answer = { step: 'endpoints/answer', words: 'answers with the first response that fits' } as const;
const precondition = { step: 'endpoints/precondition', words: 'honours If-Match and If-None-Match' } as const;
const load = { step: 'endpoints/load', words: 'finds the record that the path names' } as const;

/** What every operation begins and ends with. */
export const always: readonly MemberStep[] = [accept, parameters, answer];

/** What every token operation does: its standard gives the form of its requests and answers. */
export const byClient: MemberStep = {
  step: 'authentication/client',
  words: 'knows the client by its id and secret, behind Basic or in the form (RFC 6749, section 2.3.1)',
};

/** What every operation with a body does before anything else with it. */
export const withBody: readonly MemberStep[] = [
  { step: 'endpoints/media-type', words: 'asks whether the body is of a media type that is taken' },
  { step: 'endpoints/body', words: 'reads the body as JSON' },
  { step: 'endpoints/input', words: 'checks the body member by member' },
];

/** What every operation on one record does with it. */
export const onRecord: readonly MemberStep[] = [load, precondition];
