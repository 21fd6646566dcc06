import { readCellFromWords } from '../../../markdown/cells/cell-text.ts';
import { parseLiteral } from '../../../markdown/cells/literal.ts';
import { type SourceText, sliceSourceText } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import type { MeansModel, ParameterModel } from '../../endpoints/model.ts';
import { findComparedField } from '../../resolve/compared-field.ts';
import type { Older } from '../../resolve/older.ts';
import { findNamedType } from '../../resolve/older-names.ts';
import { collectDefinitions, findField } from '../../resolve/vocabulary.ts';
import type { ObjectModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import type { FieldDraft, VersionDraft } from './draft.ts';
import { isDefault } from './parameters.ts';
import { downgradeValues } from './values.ts';

/** A parameter of the present document whose default holds values of a field, or names the field. */
interface Place {
  readonly operation: string;
  readonly parameter: string;
  readonly holds: 'values' | 'names';
}

/** The parameters whose defaults speak of a field, by `Invoice.kind`. */
const indexDefaultSites = memo((service: Service): ReadonlyMap<string, readonly Place[]> => {
  const found = new Map<string, Place[]>();
  for (const { name, parameters } of service.endpoints.operations) {
    const owner = name.resource?.value;
    for (const { name: parameter, means, constraints } of parameters) {
      const words = constraints.find(({ text }) => isDefault(text));
      if (owner === undefined || words === undefined) continue;
      const filtered = means && findComparedKey(service, owner, means);
      const keys =
        (filtered && [filtered]) ??
        splitFieldNames(parseDefaultLiteral(words)).map((fieldName) => `${owner}.${fieldName}`);
      const holds = filtered === undefined ? 'names' : 'values';
      for (const key of keys) {
        const places = found.get(key) ?? [];
        found.set(key, places);
        places.push({ operation: name.text, parameter: parameter.value, holds });
      }
    }
  }
  return found;
});

/** The field whose values a parameter takes. */
function findComparedKey(service: Service, owner: string, means: MeansModel): string | undefined {
  if (means.kind === 'filter') return resolveFieldKey(service, owner, means.field.value);
  const compared = means.kind === 'where' ? findComparedField(service, owner, means.cel) : undefined;
  return compared && resolveFieldKey(service, compared.owner, compared.path);
}

function resolveFieldKey(service: Service, owner: string, path: readonly string[]): string {
  const { resources, objects } = collectDefinitions(service);
  let holder: string | undefined = owner;
  let key = '';
  for (const step of path) {
    key = `${holder}.${step}`;
    const model: ObjectModel | undefined = resources.get(holder ?? '') ?? objects.get(holder ?? '');
    const type: TypeModel | undefined = model && findField(model, step)?.type;
    holder = type && findNamedType(type);
  }
  return key;
}

/** The fields that the default of a sort, an expansion or a choice of fields names. */
function splitFieldNames(literal: unknown): readonly string[] {
  return typeof literal === 'string' ? literal.split(',').map((part) => part.replace(/^-/, '')) : [];
}

const naming: ReadonlySet<string | undefined> = new Set(['sort', 'expand', 'fields']);

/**
 * Turns the defaults of parameters that hold values which have another name in the version below, or another value in their
 * place, or that name fields which are called otherwise there: they are what older callers know. A default that names a field
 * which the version added goes. One that a row of the version states is of that version already.
 */
export function undoDefaults(older: Older, draft: VersionDraft): void {
  for (const field of draft.fields.values()) {
    const { owner, newer } = field;
    if (newer?.present === undefined) continue;
    for (const place of indexDefaultSites(older.service).get(`${owner}.${newer.present}`) ?? []) {
      const parameters = older.operations.get(place.operation)?.parameters;
      const found = [...(parameters ?? [])].find(([, { present }]) => present === place.parameter);
      if (parameters === undefined || found === undefined) continue;
      const [name, now] = found;
      const stated = draft.parameters.get(`${place.operation} ${name}`);
      const turn = (model: ParameterModel): ParameterModel => downgradeDefault(model, now.model, place, field);
      if (stated?.older !== undefined) stated.older = turn(stated.older);
      else if (stated === undefined) {
        const own = new Map(parameters).set(name, { ...now, model: turn(now.model) });
        older.operations.set(place.operation, { ...older.operations.get(place.operation)!, parameters: own });
      }
    }
  }
}

/** The parameter with the older names in its default, where that stands as in `newer`. */
function downgradeDefault(
  model: ParameterModel,
  newer: ParameterModel,
  { holds }: Place,
  field: FieldDraft,
): ParameterModel {
  const { means } = model;
  if (holds === 'names' && !naming.has(means?.kind)) return model;
  const constraints = model.constraints.flatMap((words) => {
    if (!isDefault(words.text) || !newer.constraints.includes(words)) return words;
    const value = parseDefaultLiteral(words);
    const several = means?.kind === 'filter' && means.operator === 'in';
    const before = holds === 'values' ? downgradeValues(value, field.down, several) : namesBefore(value, field);
    if (before === value) return words;
    return before === undefined ? [] : withLiteral(words, before);
  });
  return { ...model, constraints };
}

/** Names of fields by their older name, undefined where one of them is not there in the version below. */
function namesBefore(value: unknown, { newer, older }: FieldDraft): unknown {
  const name = newer?.model.name.value;
  if (typeof value !== 'string' || name === undefined || !splitFieldNames(value).includes(name)) return value;
  if (older === undefined) return undefined;
  const parts = value.split(',');
  return parts
    .map((part) => (part.replace(/^-/, '') === name ? part.replace(name, () => older.name.value) : part))
    .join(',');
}

function parseDefaultLiteral(words: SourceText): unknown {
  const cell = readCellFromWords(sliceSourceText(words, 'default '.length, words.text.length));
  return cell.kind === 'value' ? parseLiteral(cell.text)?.value : undefined;
}

function withLiteral({ span }: SourceText, value: unknown): SourceText {
  const text = `default ${JSON.stringify(value)}`;
  return { text, span, offsets: new Array<number>(text.length + 1).fill(span.start) };
}
