import type { ValueType } from '../../expression/tree.ts';
import type { ParameterModel } from '../endpoints/model.ts';
import type { Older } from '../meaning/older.ts';
import { olderType } from '../meaning/older.ts';
import { olderNames } from '../meaning/older-names.ts';
import { valueTypeOf } from '../meaning/vocabulary.ts';
import { readType } from '../resources/type-words.ts';
import type { VersionDraft } from './undo-draft.ts';

/** What values of parameters are in expressions. */
export interface ParameterTypes {
  of(operation: string, parameter: ParameterModel): ValueType;
}

/**
 * Looks up types of parameters between two versions: `older` stands as the lower one, and a field that only the newer one
 * has is found in the draft.
 */
export function parameterTypes(older: Older, draft: VersionDraft): ParameterTypes {
  const { service } = older;
  let known: ReturnType<typeof olderNames> | undefined;
  let newer: Map<string, ValueType> | undefined;
  const fieldAt = (owner: string, present: string): ValueType | undefined => {
    known ??= olderNames(older);
    const field = known.field(owner, present);
    if (field !== undefined) return olderType(service, owner, field);
    newer ??= new Map(
      [...draft.fields.values()].flatMap(({ owner: of, newer: one }) =>
        one?.present === undefined ? [] : [[`${of}.${one.present}`, olderType(service, of, one)] as const],
      ),
    );
    return newer.get(`${owner}.${present}`);
  };
  const filtered = (resource: string | undefined, path: readonly string[]): ValueType => {
    let holder = resource;
    let type: ValueType | undefined;
    for (const step of path) {
      type = holder === undefined ? undefined : fieldAt(holder, step);
      holder = type && heldBy(type);
    }
    if (type === undefined) return { kind: 'any' };
    const bare = type.kind === 'nullable' ? type.of : type;
    return bare.kind === 'list' ? bare.item : bare;
  };
  return {
    of(operation, { name, means }) {
      switch (means?.kind) {
        case 'input':
          return valueTypeOf(service, readType(means.type).type, name.value);
        case 'filter': {
          const resource = older.operations.get(operation)?.model.name.resource?.value;
          return filtered(resource, means.field.value);
        }
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

function heldBy(type: ValueType): string | undefined {
  switch (type.kind) {
    case 'nullable':
      return heldBy(type.of);
    case 'ref':
      return type.resource;
    case 'object':
      return type.name;
    default:
      return undefined;
  }
}
