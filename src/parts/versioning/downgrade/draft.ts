import type { OperationModel, ParameterModel } from '../../endpoints/model.ts';
import type { OlderField } from '../../resolve/older.ts';
import type { FieldModel } from '../../resources/model.ts';
import type { ChangeModel, OldRequests, OldResponses } from '../model.ts';

/** What the rows of one version say of one field: how it stands in that version, and below it. */
export interface FieldDraft {
  readonly owner: string;
  /** In the version of the rows; left out: the version removed it. */
  readonly newer?: OlderField;
  /** In the version of the rows, where it is `internal`: clients do not see it, and a row `removed` says what older ones saw. */
  readonly internal?: OlderField;
  /** In the version below; left out: the version added it. */
  older?: FieldModel;
  states?: OlderField['states'];
  stated?: true;
  readonly down: Map<string, string>;
  /** Values that the version added, with the value, by its name in that version, that old clients get in their place. */
  readonly shownAs: Map<string, string>;
  readonly up: Map<string, string>;
  callers?: { readonly given: OldResponses; readonly absent: boolean; readonly row: ChangeModel };
  requests?: { readonly given: OldRequests; readonly absent: boolean; readonly row: ChangeModel };
  /** Its values cannot be compared with those of the version below. */
  retyped?: true;
  readonly row: ChangeModel;
}

/** What the rows of one version say of one parameter. */
export interface ParameterDraft {
  readonly operation: string;
  readonly newer?: { readonly present?: string; readonly model: ParameterModel };
  older?: ParameterModel;
  requests?: { readonly given: OldRequests; readonly absent: boolean; readonly row: ChangeModel };
  readonly row: ChangeModel;
}

/** What all rows of one version say together; they name things as they stand in that version. */
export interface VersionDraft {
  readonly newer: string;
  readonly older: string;
  /** By `Invoice.memo`. */
  readonly fields: Map<string, FieldDraft>;
  /** By the operation's name, a space and the parameter's. */
  readonly parameters: Map<string, ParameterDraft>;
  readonly addedOperations: string[];
  readonly addedEvents: string[];
  readonly addedCodes: string[];
  /** Codes that the version added, with the code, by its name in that version, that old clients get in their place. */
  readonly codesShownAs: Map<string, string>;
  readonly events: Map<string, string>;
  readonly codes: Map<string, string>;
  /** By the name of an operation, the row that states its older path. */
  readonly paths: Map<string, ChangeModel>;
  /** By the name of a list, its older order by the names of the version below; left out: it had none. */
  readonly orders: Map<string, OperationModel['order']>;
}
