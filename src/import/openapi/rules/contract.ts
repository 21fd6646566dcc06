import type { LossSink } from '../../ledger/ledger.ts';
import type { Tree } from '../../source/tree.ts';
import type { ApiOperation } from '../api.ts';
import type { Shape } from '../bodies.ts';
import type { Facets } from '../facets.ts';
import type { Schemas } from '../model.ts';
import type { WrittenParameter } from '../parameters.ts';

/** A path of records, the path of one of them, and the object that both show. */
export interface Candidate {
  readonly schemas: Schemas;
  /** The schema of the records, and its facets. */
  readonly schema: Tree;
  readonly facets: Facets;
  /** The name of the resource. */
  readonly name: string;
  readonly path: string;
  readonly placeholder: string;
  /** The field that the path of one record names. */
  readonly identity: string;
  /** The fields that the other placeholders of the path name, with the resources to which they refer. */
  readonly parents: ReadonlyMap<string, Parent>;
  readonly collection: readonly ApiOperation[];
  readonly item: readonly ApiOperation[];
}

/** A placeholder of a path before the records: the field that it names, and the resource to which the field refers. */
export interface Parent {
  readonly field: string;
  readonly resource: Candidate;
}

/** An operation that was recognized. */
export interface Match {
  readonly verb: 'create' | 'list' | 'read' | 'update' | 'replace' | 'delete';
  readonly operation: ApiOperation;
  readonly request: Shape;
  readonly response: Shape;
  /** Fields that the request takes, and the required ones with the fact that says so. */
  readonly takes: readonly string[];
  readonly requires: ReadonlyMap<string, Tree>;
  /** The schema of each field in the request. */
  readonly fieldSays: ReadonlyMap<string, Tree>;
  readonly parameters: readonly { readonly written: WrittenParameter; readonly maps: string }[];
  /** Schemas of bodies that the shapes write out: they need no object of their own. */
  readonly consumed: readonly Tree[];
  /** Why it is this operation: `recognized as a list because …`. */
  readonly because: string;
  /** Applies what the recognition loses; called once the resource is recognized. */
  lose(losses: LossSink): void;
}

/** A rule: recognizes one kind of operation. When in doubt, it returns undefined. */
export interface OperationRule {
  readonly verb: Match['verb'];
  match(candidate: Candidate): Match | undefined;
}

/** A resource that was recognized. */
export interface RecognizedResource {
  readonly candidate: Candidate;
  readonly matches: readonly Match[];
  /** The fields that refer to other resources, with these. */
  readonly references: ReadonlyMap<string, Reference>;
}

/** A field that refers to a resource, and why. */
export interface Reference {
  readonly resource: Candidate;
  readonly because: string;
}

/** Compares names without their letter case, `_` and `-`. */
export function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
