/**
 * A checked expression as plain JSON. 64-bit literals are strings. `int` values that can never leave ±(2^53−1) and values that read an
 * `int64` differ only in how they are compiled: `wide` marks a node that reads, or is computed from, an `int64`.
 */
export type ValueType =
  | { readonly kind: 'int'; readonly wide?: true }
  | { readonly kind: 'double' | 'string' | 'bool' | 'timestamp' | 'null' | 'any' }
  /** Milliseconds; `days` marks a whole number of days, which may be added to a date. */
  | { readonly kind: 'duration'; readonly days?: true }
  /** A number of months of the calendar, which is only added to a date or a date-time and subtracted from it. */
  | { readonly kind: 'months' }
  /** A string that travels as a date, `YYYY-MM-DD`: compared as a string. */
  | { readonly kind: 'date' }
  /** A number that travels as a string: exact, and compared by value. A literal is its text. */
  | { readonly kind: 'decimal' }
  /**
   * The hash of a password or token, or the secret of one-time codes: whether it is there can be asked, and nothing else. `limits`: the constraints that a password met
   * before it was hashed, for nothing can ask them later.
   */
  | { readonly kind: 'hash'; readonly of: 'password' | 'token' | 'totp'; readonly limits?: string }
  /** A string out of a fixed list: a state or a `one of`. */
  | { readonly kind: 'choice'; readonly of: string; readonly values: readonly string[] }
  /** Another record: its identity, a string or an int, and one step further its fields. */
  | { readonly kind: 'ref'; readonly resource: string; readonly identity: ValueType }
  | { readonly kind: 'list'; readonly item: ValueType }
  | { readonly kind: 'map'; readonly value: ValueType }
  /** `name` is that of a resource, an object or a union; its fields are asked of the `SymbolTable`. */
  | { readonly kind: 'object'; readonly name: string }
  | { readonly kind: 'nullable'; readonly of: ValueType };

/** The variable at the beginning of a path. */
export type Root = 'record' | 'old' | 'input' | 'caller' | 'event' | 'value' | 'now' | 'today' | 'self' | 'local';

/** One step of a path; `through` marks the step from a `ref` field into the other record. */
export interface PathStep {
  readonly name: string;
  /** The value may be absent here: reading it then fails. */
  readonly optional?: true;
  /** The value may be null here: reading on, or a node whose own type is not nullable, then fails. */
  readonly nullable?: true;
  /** The step reads a field of the record that the `ref` before it names. */
  readonly through?: string;
}

/** The operator between two operands, by CEL's own signs. */
export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | '&&' | '||' | 'in';

/** The functions of the language; a method's receiver is its first argument. */
export type FunctionName =
  | 'size'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'sum'
  | 'int'
  | 'double'
  | 'string'
  | 'decimal'
  | 'round'
  | 'divide'
  | 'timestamp'
  | 'duration'
  /** The address of a file, which needs no credential until its time is over. */
  | 'link'
  | CalendarFunction
  | TextFunction;

/** The functions of dates, date-times and durations. */
export type CalendarFunction =
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'months'
  | 'date'
  | 'getFullYear'
  | 'getMonth'
  | 'getDate'
  | 'getDayOfMonth'
  | 'getDayOfWeek'
  | 'getDayOfYear'
  | 'getHours'
  | 'getMinutes'
  | 'getSeconds'
  | 'getMilliseconds'
  | 'getDays';

/** The functions that give a string or search one, beyond `contains`, `startsWith` and `endsWith`. */
export type TextFunction =
  | 'lowerAscii'
  | 'upperAscii'
  | 'trim'
  | 'replace'
  | 'split'
  | 'join'
  | 'substring'
  | 'matches'
  | 'slug';

/** A question about the records of a resource. */
export type QuestionName = 'exists' | 'count' | 'sum' | 'min' | 'max';

/** A checked expression. Every node knows its type. */
export type Expression = {
  readonly type: ValueType;
  /** Of a whole expression its text in the document. */
  readonly source?: string;
} & (
  | { readonly op: 'literal'; readonly value: string | number | boolean | null }
  /** A path from a root; for `local` the first step is the variable of an enclosing macro. */
  | { readonly op: 'path'; readonly root: Root; readonly steps: readonly PathStep[] }
  | { readonly op: 'has'; readonly of: Expression }
  | { readonly op: 'select'; readonly from: Expression; readonly name: string }
  | { readonly op: 'index'; readonly from: Expression; readonly at: Expression }
  | { readonly op: 'not' | 'negate'; readonly of: Expression }
  | { readonly op: 'binary'; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'choose'; readonly when: Expression; readonly then: Expression; readonly otherwise: Expression }
  | { readonly op: 'list'; readonly items: readonly Expression[] }
  /** An object or a map; a member that is `optional` is left out where its value reads what is absent. */
  | {
      readonly op: 'object';
      readonly members: readonly { readonly name: string; readonly value: Expression; readonly optional?: true }[];
    }
  | { readonly op: 'call'; readonly name: FunctionName; readonly of: readonly Expression[] }
  | {
      readonly op: 'macro';
      readonly name: 'all' | 'exists' | 'exists_one' | 'map' | 'filter';
      readonly over: Expression;
      readonly variable: string;
      readonly body: Expression;
    }
  /**
   * `R.exists(x, c)`: a question about the records of a resource for which `where` holds. The variable is the first step of paths from
   * `local` in `where`, and in `value`, a field whose values are added or compared. A count stops at `most`.
   */
  | {
      readonly op: 'question';
      readonly name: QuestionName;
      readonly resource: string;
      readonly variable: string;
      readonly where: Expression;
      readonly value?: Expression;
      readonly most?: number;
    }
  /** `next(field, a, b)`: the next number of a sequence, taken by the store. */
  | { readonly op: 'next'; readonly field: string; readonly within: readonly string[] }
);

/** A question as a store gets it: `record` is the record asked about, and `value` holds the values given with the question. */
export interface Question {
  readonly name: QuestionName;
  readonly resource: string;
  readonly where: Expression;
  readonly value?: Expression;
  readonly most?: number;
  readonly type: ValueType;
}
