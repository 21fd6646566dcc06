import type { ValueType } from '../../../expression/tree.ts';
import type { SourceText } from '../../../text/location.ts';
import type { ParameterModel } from '../../endpoints/model.ts';
import { findComparedField, unwrapComparedType } from '../../resolve/compared-field.ts';
import { type Older, type OlderField, resolveOlderType } from '../../resolve/older.ts';
import { createOlderNames, findNamedType } from '../../resolve/older-names.ts';
import { resolveValueType } from '../../resolve/vocabulary.ts';
import { readType } from '../../resources/read/type-words.ts';
import type { VersionDraft } from './draft.ts';

/** A field, and the resource or object that has it. */
interface FoundField {
  readonly owner: string;
  readonly field: OlderField;
}

/** What values of parameters are. */
export interface ParameterTypes {
  /** In expressions. */
  of(operation: string, parameter: ParameterModel): ValueType;
  /** The field that a filter asks for, in the version that it is of, and the resource or object that has it. */
  filtered(operation: string, path: readonly string[]): FoundField | undefined;
  /** The type of the field that a condition compares `value` with, in the version that it is of. */
  compared(operation: string, cel: SourceText): ValueType | undefined;
}

/**
 * Looks up types of parameters between two versions: `older` stands as the lower one, and a field that only the newer one
 * has is found in the draft.
 */
export function createParameterTypes(older: Older, draft: Pick<VersionDraft, 'fields'>): ParameterTypes {
  const { service } = older;
  let known: ReturnType<typeof createOlderNames> | undefined;
  let newer: Map<string, OlderField> | undefined;
  const fieldAt = (owner: string, present: string): OlderField | undefined => {
    known ??= createOlderNames(older);
    const field = known.field(owner, present);
    if (field !== undefined) return field;
    newer ??= new Map(
      [...draft.fields.values()].flatMap(({ owner: of, newer: newerField }) =>
        newerField?.present === undefined ? [] : [[`${of}.${newerField.present}`, newerField] as const],
      ),
    );
    return newer.get(`${owner}.${present}`);
  };
  const findAt = (resource: string | undefined, path: readonly string[]): FoundField | undefined => {
    let owner = resource;
    let found: FoundField | undefined;
    for (const step of path) {
      const field = owner === undefined ? undefined : fieldAt(owner, step);
      found = field && { owner: owner!, field };
      owner = field?.model.type && findNamedType(field.model.type);
    }
    return found;
  };
  const findResource = (operation: string): string | undefined =>
    older.operations.get(operation)?.model.name.resource?.value;
  const filtered: ParameterTypes['filtered'] = (operation, path) => findAt(findResource(operation), path);
  const compared: ParameterTypes['compared'] = (operation, cel) => {
    const resource = findResource(operation);
    const known = resource === undefined ? undefined : findComparedField(service, resource, cel);
    const found = known && findAt(known.owner, known.path);
    return found && unwrapComparedType(resolveOlderType(service, found.owner, found.field), known.inList);
  };
  return {
    filtered,
    compared,
    of(operation, { name, means }) {
      switch (means?.kind) {
        case 'input':
          return resolveValueType(service, readType(means.type).type, name.value);
        case 'filter': {
          const found = filtered(operation, means.field.value);
          return found === undefined
            ? { kind: 'any' }
            : unwrapItemType(resolveOlderType(service, found.owner, found.field));
        }
        case 'where':
          return compared(operation, means.cel) ?? { kind: 'any' };
        case 'page size':
        case 'offset':
        case 'page number':
          return { kind: 'int' };
        case 'search':
        case 'sort':
        case 'cursor':
        case 'after id':
        case 'before id':
          return { kind: 'string' };
        default:
          return { kind: 'any' };
      }
    },
  };
}

/** What one value of a filter is: an item of a list, and never null. */
function unwrapItemType(type: ValueType): ValueType {
  const bare = type.kind === 'nullable' ? type.of : type;
  return bare.kind === 'list' ? bare.item : bare;
}
