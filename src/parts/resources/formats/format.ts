import type { Platform } from '../../../contracts/platform.ts';
import type { ValueType } from '../../../expression/tree.ts';
import type { Json, StorageClass } from '../../../plan/schema.ts';

/** How moments, in milliseconds since 1970, are written in a format. */
export interface Clock {
  read(value: unknown): number;
  /** Undefined where the format has no value for exactly the moment. */
  write(moment: number): unknown;
  /** The last value at or before the moment. */
  at(moment: number): unknown;
}

/** When what values of a format name is over, in milliseconds since 1970. */
export interface Timer {
  end(value: string): number;
  /** The last value that is over at a moment, or one in between. */
  last(moment: number): string;
}

/** The source of an example of a field: values that suit the field's name, each created on request. */
export interface ExampleSeed {
  /** The name of the field, in words of lower case with `_` between them. */
  readonly field: string;
  /** How many other examples of the field there are: they differ. */
  readonly index: number;
  /** A person's name of lower-case letters. */
  login(): string;
  /** Milliseconds since 1970. */
  moment(): number;
  /** A number within the field's constraints. */
  number(): number;
}

/**
 * A format: every answer about itself. `argument` is the word behind the name (`inv` in `typeid inv`); members without one
 * ignore it. Values are as `code/json.ts` reads them: integers beyond ±(2^53−1) are BigInt.
 */
export interface FormatMember {
  /** The words of a Type cell before the argument; `unix seconds` is two. */
  readonly name: string;
  /** Set where a word must follow the name; `what` says what it is, `fits` whether one is right. */
  readonly argument?: { readonly what: string; fits(text: string): boolean };
  /** The type that it implies. */
  readonly base: 'string' | 'integer';
  readonly storage: StorageClass;
  /** The value as it is kept and answered, or undefined when it is none of this format. Reading twice changes nothing. */
  read(value: unknown, argument?: string): unknown;
  /** What a caller is told: "must be …". */
  words(argument?: string): string;
  /** Keywords of JSON Schema beside `type`. */
  schema(argument?: string): { readonly [keyword: string]: Json };
  /** A value of it. */
  example(argument?: string): Json;
  /** A value that suits a field by its name; left out: `example` does for every field. */
  readonly plausible?: (seed: ExampleSeed) => Json;
  /** The value that names a moment, or its day in UTC; of milliseconds since 1970. */
  readonly dated?: (moment: number) => string;
  /** Other formats of the same type that take all of its values. */
  readonly within?: readonly string[];
  /** It takes more than its type does without a format. */
  readonly wider?: true;
  /** Values that `read` takes and refuses, for the suite of this set; with the argument `inv` where there is one. */
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
  /** Makes a value for `assigned`; `now` is the request's moment in milliseconds. */
  readonly assignable?: (platform: Platform, argument: string | undefined, now: number) => unknown;
  /** It is given by the clock: `assigned` and `assigned on update` mean the moment. */
  readonly clock?: Clock;
  /** A transition may wait until a field of it is over. */
  readonly timer?: Timer;
  /** What expressions see. */
  readonly asExpression: ValueType;
  /** The number of bytes that a range of `bytes` counts; left out: those of the UTF-8 text. */
  readonly bytes?: (value: string) => number;
  /** Compares a value with a bound in decimal text where the value is no number itself: below 0, 0, above 0. */
  readonly compare?: (value: string, bound: string) => number;
  /** Whether a value that is no number itself is a whole multiple of a decimal text. */
  readonly multiple?: (value: string, of: string) => boolean;
  /** Words of other languages that mean it, for suggestions. */
  readonly also?: readonly string[];
  /** Its values may hold a comma, so that a list of them cannot be told from one. */
  readonly holdsCommas?: true;
  /** Webhooks are sent to addresses of it. */
  readonly address?: true;
  /** Its values are addresses of people, which an issuer may confirm. */
  readonly mailbox?: true;
  /** Why a store cannot compare its values. */
  readonly notCompared?: string;
  /** No value of it holds a character that JSON would have to escape. */
  readonly plain?: true;
  /** It is kept encrypted where the operator gives a key: only a record holds it as it is. */
  readonly encrypted?: true;
  /** Only a hash is kept: what a request sends is checked, what a record holds is not. */
  readonly hashed?: true;
  /** Only its SHA-256 hash is stored, by which a path finds the record: the record that a create returns alone holds the value. */
  readonly digested?: true;
  /** One-time codes are computed from it. Code never gets it. */
  readonly computesCodes?: true;
  /** Whether a value is one as it is kept, where that is another than is sent. */
  readonly isKept?: (value: string) => boolean;
  /** The form that code or `nonet load` must give a value, in words; left out: it is sent and then hashed. */
  readonly keptWords?: string;
}
