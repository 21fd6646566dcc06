import type { LossSink } from '../ledger/ledger.ts';
import type { Section, Words } from '../page/model.ts';
import type { NameGiver } from '../page/names.ts';
import type { Sources } from '../source/sources.ts';
import type { Tree } from '../source/tree.ts';
import type { Api } from './api.ts';
import type { Facets } from './facets.ts';

/** A type as a cell of the page states it, with the constraints that belong to it. */
export interface Typed {
  readonly type: string;
  readonly says: readonly Tree[];
  readonly constraints: readonly Words[];
  readonly isNullable: boolean;
}

/** A schema that the page states under a heading: an object or a union. */
export interface Named {
  readonly name: string;
  readonly kind: 'object' | 'union';
}

/** The schemas of a description, as the importer reads them. */
export interface Schemas {
  readonly api: Api;
  readonly sources: Sources;
  readonly losses: LossSink;
  readonly typeNames: NameGiver;
  /** The object or union of a schema, if it has a heading or gets one for this name. */
  nameOf(tree: Tree, hint: string): Named | undefined;
  /** The schema to which a reference or an `allOf` of one part leads, and the facts on the way. */
  unwrap(tree: Tree): { readonly target: Tree; readonly says: readonly Tree[]; readonly nullable: readonly Tree[] };
  facetsOf(tree: Tree): Facets;
  /** Writes the heading of a schema that has a name and is not written yet. */
  emit(tree: Tree): void;
  /** The headings of part 2, in their order. */
  readonly sections: Section[];
}
