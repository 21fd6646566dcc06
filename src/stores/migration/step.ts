import type { Renames } from '../../codegen/records/renames.ts';
import type { Plan } from '../../plan/plan.ts';
import type { TableTexts } from '../differences.ts';

/** One step from the tables and records that are there to those of the document, in words. */
export interface Step {
  readonly kind:
    | 'add table'
    | 'rename table'
    | 'remove table'
    | 'add field'
    | 'rename field'
    | 'change field'
    | 'remove field'
    | 'compute'
    | 'convert'
    | 'rename value'
    | 'add state'
    | 'remove state'
    | 'add unique'
    | 'remove unique'
    | 'add index'
    | 'remove index'
    | 'number'
    | 'made by hand';
  /** The subject of the step: `Invoice`, `Invoice.memo`, the name of an index. Removed items have their previous name. */
  readonly name: string;
  readonly words: string;
  /** The line of the document. */
  readonly line?: number;
  /** Of a step that converts values: the name by which converted records are counted. */
  readonly conversion?: string;
  /** How many records it concerns, once they have been counted. */
  readonly records?: number;
}

/** A reason that blocks the steps: the number of records, some of their identities, and the remedy. */
export interface Blocker {
  readonly name: string;
  readonly kind: 'loss' | 'value' | 'twice' | 'structure';
  readonly words: string;
  readonly records: number;
  readonly examples: readonly string[];
}

/** The actual contents of a database. `altered`: a table whose definition differs from Nonet's, columns aside. */
export interface Catalogue {
  readonly tables: readonly (TableTexts[number] & { readonly altered?: true })[];
}

/** The arguments of a comparison of two plans. */
export interface Comparing {
  readonly old: Plan;
  readonly now: Plan;
  readonly renames: Renames;
  /** The tables as Nonet made them. */
  readonly kept: TableTexts;
  readonly needed: TableTexts;
  readonly catalogue: Catalogue;
  /** The moment of the change, milliseconds since 1970. */
  readonly moment: number;
}
