import type { Expression } from '../expression/tree.ts';
import type { Described, Documented } from './documentation.ts';
import type { Json, StorageClass, ValueSchema } from './schema.ts';

/** A member of a plain object. */
export interface MemberPlan extends Documented {
  readonly name: string;
  readonly schema: ValueSchema;
  readonly required: boolean;
  readonly default?: Json;
  readonly direction?: DirectionWord;
  readonly line: number;
}

/** The restriction of a field: no clients send or see it (`internal`), or only in one direction or at one operation. */
export type DirectionWord = 'read-only' | 'create-only' | 'write-only' | 'internal';

/** An object of the document. */
export interface ObjectPlan extends Described {
  readonly name: string;
  readonly members: readonly MemberPlan[];
  readonly line: number;
}

/** A tagged union of objects. */
export interface UnionPlan extends Described {
  readonly name: string;
  readonly tag: string;
  readonly cases: readonly (Documented & { readonly tag: string; readonly object: string; readonly line: number })[];
  readonly line: number;
}

/** Where a value that the service gives itself comes from. */
export type Assigned =
  /** By its format: `uuid`, `uuidv7`, `typeid inv`; by the clock; random (secret). */
  | { readonly by: 'format' | 'clock' }
  /** Ascending from 1; with `within` it counts without gaps for each value of those fields. */
  | { readonly by: 'sequence'; readonly within: readonly string[] }
  /** `caller.shop`. */
  | { readonly by: 'caller'; readonly attribute: string }
  /** Of a session, at its log in. */
  | { readonly by: 'session'; readonly value: SessionValue }
  /** Of an account at an issuer, at the sign in that links it. */
  | { readonly by: 'sign in'; readonly value: AccountValue };

/** A value that a session gives to a field of its record: its end, its last use, and the program of the client, as it names itself. */
export type SessionValue = 'expires_at' | 'used_at' | 'user_agent';

/** A value that an account at an issuer gives to a field of its record: the name of the issuer, and what that says of the person. */
export type AccountValue = 'issuer' | 'subject' | 'email' | 'name' | 'public_key';

/** A stored field of a resource. A field named `name` has the column of that name unless `column` differs. */
export interface FieldPlan extends MemberPlan {
  readonly column: string;
  readonly storage: StorageClass;
  /** Clients must send it at creation. */
  readonly required: boolean;
  readonly shownOnce?: true;
  /** The name of the machine that owns this `state` field is the field itself. */
  readonly state?: true;
  readonly assigned?: Assigned;
  readonly assignedOnUpdate?: true;
  /** `shown`: it names `self` and is computed in responses, not stored. */
  readonly computed?: {
    readonly value: Expression;
    readonly shown: boolean;
    /** The expression as the document has it. */
    readonly words: string;
    readonly line: number;
  };
  readonly onDelete?: 'restrict' | 'cascade' | 'clear';
}

/** `unique`, `unique with a, b`, `unique ignoring case`, `unique where …`: no two records agree in all of `fields`. */
export interface UniquePlan {
  readonly fields: readonly string[];
  /** The first field is compared without the case of its ASCII letters. */
  readonly ignoring?: 'case';
  readonly where?: Expression;
  /** The service gives the values so that no create makes two records collide. */
  readonly safe: boolean;
  /** The first field is a number that counts within the others: a record that moves to other values of them keeps its number. */
  readonly counted?: true;
  /** The constraint as the document has it: `unique with a`. */
  readonly words: string;
  readonly line: number;
}

/** A condition on the record, tested at every write: a rule without On. */
export interface RulePlan extends Documented {
  readonly name: string;
  readonly check: Expression;
  /** The error code named by Error. */
  readonly error?: string;
  /** The condition as the document has it. */
  readonly words: string;
  readonly line: number;
}

/**
 * The field with the record that logs in, and the one that holds what codes are compared with: an `authenticator` computes codes, once a first one was
 * presented, and `recovery` is a code that is used up.
 */
export interface SecondFactorPlan {
  readonly kind: 'authenticator' | 'recovery';
  readonly holder: string;
  readonly field: string;
}

/** A resource: a table, its fields in the document's order. */
export interface ResourcePlan extends Described {
  readonly name: string;
  readonly table: string;
  readonly identity: string;
  /** The field with the tenant of a record, by the line Tenant: its references lead to records of the same tenant or to shared ones. */
  readonly tenant?: string;
  /** Its records are sessions: the field with the record that logged in. */
  readonly sessionOf?: string;
  /** Its records are second factors. */
  readonly secondFactor?: SecondFactorPlan;
  /** Its records are accounts at issuers: the field with the record to which they belong. */
  readonly accountOf?: string;
  readonly fields: readonly FieldPlan[];
  readonly uniques: readonly UniquePlan[];
  readonly rules: readonly RulePlan[];
  readonly operationRules: readonly OperationRulePlan[];
  readonly machines: readonly StateMachinePlan[];
  /** Fields of other resources that refer to this one. */
  readonly referredBy: readonly {
    readonly resource: string;
    readonly field: string;
    readonly onDelete: 'restrict' | 'cascade' | 'clear';
    /** The field is a list: `clear` removes the items that refer to the deleted record. */
    readonly items?: true;
  }[];
  readonly line: number;
}

/** A state field and its transitions, or (without `field`) the actions of a resource. */
export interface StateMachinePlan extends Described {
  readonly field?: string;
  readonly states: readonly (Documented & {
    readonly name: string;
    readonly kind?: 'initial' | 'final' | 'gone';
    readonly line: number;
  })[];
  /** In the document's order; rows of one transition are tried in this order. */
  readonly transitions: readonly TransitionPlan[];
  readonly matrix: readonly {
    readonly field: string;
    /** By state: what binds there; `editable` is left out. */
    readonly cells: Readonly<Record<string, 'fixed' | 'required' | 'absent'>>;
    readonly line: number;
  }[];
  readonly line: number;
}

/** A field, or a path into an object, and the value that a transition sets it to. */
export interface EffectPlan {
  readonly path: readonly string[];
  readonly value: Expression;
  /** Whether null removes the value: the stored value is never null. */
  readonly clears?: true;
  /** Nothing is set where the value reads something absent. */
  readonly ifPresent?: true;
  readonly line: number;
}

/**
 * An effect on other records: an operation on one, on each record that a question finds, or for each item of a list. Expressions read the
 * record or item of an `each` as its variable, and the record that is changed as the variable `targetVariable`.
 */
export type OtherEffectPlan = { readonly words: string; readonly line: number } & (
  | {
      readonly kind: 'run';
      /** `create`, `update`, `delete`, or a transition. */
      readonly verb: string;
      readonly resource: string;
      /** The identity of the record; none of a new one. */
      readonly target?: Expression;
      /** The fields that are set, or the input of a transition. */
      readonly values: readonly EffectPlan[];
    }
  | {
      readonly kind: 'each';
      readonly of: Expression & { readonly op: 'question' };
      readonly effect: OtherEffectPlan;
    }
  | {
      readonly kind: 'items';
      readonly list: Expression;
      readonly variable: string;
      readonly where?: Expression;
      readonly effect: OtherEffectPlan;
    }
);

/** The variable of the one item for which an effect with a condition is done. No variable of a document has this name. */
export const onceVariable = 'once only';

/** The variable of the record that an effect changes. No variable of a document has this name. */
export const targetVariable = 'record changed';

/** One row of a transition table. `from` names every state it starts from (`any` and `any other` resolved). */
export interface TransitionPlan extends Documented {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: { readonly kind: 'state'; readonly state: string } | { readonly kind: 'same' | 'none' };
  readonly trigger?:
    | { readonly kind: 'handler' }
    | { readonly kind: 'after'; readonly milliseconds: number }
    | { readonly kind: 'at'; readonly field: string };
  /** `disabled`: the cell is not shown, so the row is never taken. */
  readonly guard?: Expression | 'disabled';
  readonly effects: readonly EffectPlan[];
  /** The effects on other records, in their order; left out if there are none. */
  readonly others?: readonly OtherEffectPlan[];
  /** The error code named by Error. */
  readonly error?: string;
  /** From where it leads where, when and with which effect: `from open it becomes paid when total > 0`. */
  readonly words: string;
  readonly line: number;
}

/** A rule of an operation, for one name of On: a row of `name` without states, which each request takes or is rejected. */
export interface OperationRulePlan extends TransitionPlan {
  readonly rule: string;
  readonly guard: Expression;
}
