import type { Losses } from '../../ledger/ledger.ts';
import type { Section } from '../../page/model.ts';
import type { Tree } from '../../source/tree.ts';
import type { Api, ApiOperation, ApiParameter } from '../api.ts';
import type { Schemas } from '../model.ts';
import type { WrittenOperation } from '../operations.ts';

/** The sections to which rules of facts add. */
export interface Sections {
  readonly idempotency: Section;
  readonly preconditions: Section;
  readonly errors: Section;
  readonly limits: Section;
  readonly versions: Section;
  readonly placement: Section;
}

/** The page while rules add facts to it. */
export interface Draft {
  readonly api: Api;
  readonly schemas: Schemas;
  readonly losses: Losses;
  readonly operations: readonly WrittenOperation[];
  readonly sections: Sections;
  /** Reports what was recognized, and why. */
  say(tree: Tree, sentence: string): void;
}

/** A parameter of an operation that a rule takes: it belongs to another part of the page than Endpoints. */
export interface Taken {
  readonly operation: ApiOperation;
  readonly parameter: ApiParameter;
}

/** A rule: takes parameters that another part of the page states. */
export interface ParameterRule {
  find(api: Api): readonly Taken[];
  /** States the parameters of operations that are on the page, with their names. */
  write(taken: readonly (Taken & { readonly name: string })[], draft: Draft): void;
}

/** A rule: reads facts of one kind. When in doubt, it adds nothing. */
export type FactRule = (draft: Draft) => void;
