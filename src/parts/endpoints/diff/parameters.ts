import { unknown } from '../../../diff/row.ts';
import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import {
  added,
  type Both,
  became,
  ceased,
  changed,
  compareSets,
  createItemFinds,
  createKindFind,
  defineRules,
  inBoth,
  type Occurrence,
  removed,
  type Subject,
} from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import type { Json } from '../../../plan/schema.ts';
import { getCellString, ignoredUnknown } from '../../diff/comparison.ts';
import { getFieldAt } from '../../diff/expressions.ts';
import { createNewerNames } from '../../diff/newer-names.ts';
import { classifyTypeChange, listInputValues } from './input-types.ts';
import { classifyMeaningChange } from './meanings.ts';
import { formatParameterType, type ParameterPair, type ParameterSide } from './subjects.ts';

type BothParameters = Both<ParameterPair>;

const parameter: Subject<ParameterPair> = {
  part: 'endpoints',
  where: ({ called }) => called,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
  defaults: ({ operation: { old, now } }) => ({ old: old.model.span, now: now.model.span }),
};

const isRequired = ({ plan }: ParameterSide): boolean => plan.required;
const locateMeans = ({ model }: ParameterSide) => model.means?.span;
const meaning = createKindFind(classifyMeaningChange);
const type = createKindFind(classifyTypeChange);
const values = createItemFinds<ParameterPair>(listInputValues);
const sortFields = createItemFinds<ParameterPair>((side, pair) => listSharedFields(side, pair, 'sort'));
const expandFields = createItemFinds<ParameterPair>((side, pair) => listSharedFields(side, pair, 'expand'));

/** The rules for changes of a parameter. */
export const parameterRules = defineRules(parameter, {
  'parameter-added': {
    verb: 'added',
    differs: 'an operation has a new optional parameter',
    requests: compatible,
    find: added(
      (pair) =>
        !isRequired(pair.now) && !ignoredUnknown(pair.operation.comparison) && `the ${describeParameter(pair)} is new`,
    ),
  },
  'parameter-ignored-before': {
    verb: 'added',
    differs: 'an operation has a new optional parameter, and unknown parameters were ignored',
    requests: unclear('A client that already sends a parameter of this name: it was ignored.'),
    find: added(
      (pair) =>
        !isRequired(pair.now) && ignoredUnknown(pair.operation.comparison) && `the ${describeParameter(pair)} is new`,
    ),
  },
  'required-parameter-added': {
    verb: 'added',
    differs: 'an operation has a new required parameter',
    requests: breaking('A client that does not send it.'),
    find: added((pair) => isRequired(pair.now) && `the ${describeParameter(pair)} is new and required`),
  },
  'parameter-removed': {
    verb: 'removed',
    differs: 'an operation no longer has a parameter',
    requests: breaking('A client that sends it: the parameter is unknown, and the response differs.'),
    find: removed((pair) => {
      const { source } = pair.comparison.old.service;
      const constraints = pair.old.model.constraints.map(({ span }) => getCellString(source, span));
      const before = [formatParameterType(pair.old), ...constraints].join('; ');
      return { what: `the ${describeParameter(pair)} is removed`, row: { before, requests: 'ignored' } };
    }),
  },
  'parameter-renamed': {
    verb: 'renamed',
    differs: 'a parameter is renamed',
    requests: breaking('A client that sends the older name.'),
    at: ({ model }) => model.name.span,
    find: changed('name', ({ operation, old, now }) => ({
      what: `the parameter \`${old.plan.name}\` of \`${operation.called}\` is renamed to \`${now.plan.name}\``,
      row: { before: old.plan.name },
    })),
  },
  'parameter-meaning-changed': {
    verb: 'behavior',
    differs: 'a parameter has a different meaning',
    requests: breaking('A client that relies on its previous meaning.'),
    at: locateMeans,
    find: inBoth(
      meaning('other', (pair) =>
        createOperationOccurrence(pair, `the ${describeParameter(pair)} has a different meaning`),
      ),
    ),
  },
  'parameter-takes-several': {
    verb: 'behavior',
    differs: 'a filter takes several values, previously one',
    requests: compatible,
    at: locateMeans,
    find: inBoth(
      meaning('several', (pair) =>
        createOperationOccurrence(pair, `the ${describeParameter(pair)} takes several values`),
      ),
    ),
  },
  'parameter-split': {
    verb: 'behavior',
    differs: 'a filter takes several values, previously one that may hold a comma',
    requests: unclear('A client that asks for a value with a comma in it.'),
    at: locateMeans,
    find: inBoth(
      meaning('split', (pair) =>
        createOperationOccurrence(pair, `the ${describeParameter(pair)} takes several values, separated by commas`),
      ),
    ),
  },
  'parameter-type-changed': {
    verb: 'behavior',
    differs: 'a parameter takes values of another type',
    requests: breaking('A client that sends values of the older type.'),
    at: locateMeans,
    find: inBoth(type('other', describeTypeChange)),
  },
  'parameter-type-narrower': {
    verb: 'behavior',
    differs: 'a parameter takes fewer values, by its type',
    requests: breaking('A client that sends values that are not of the new type.'),
    at: locateMeans,
    find: inBoth(type('narrower', describeTypeChange)),
  },
  'parameter-type-wider': {
    verb: 'behavior',
    differs: 'a parameter takes more values, by its type',
    requests: compatible,
    at: locateMeans,
    find: inBoth(type('wider', describeTypeChange)),
  },
  'parameter-value-removed': {
    verb: 'behavior',
    differs: 'a parameter takes a value no more',
    requests: breaking('A client that sends it.'),
    at: locateMeans,
    find: values.removed((value, pair) =>
      createOperationOccurrence(pair, `the ${describeParameter(pair)} no longer takes \`${value}\``),
    ),
  },
  'parameter-value-added': {
    verb: 'behavior',
    differs: 'a parameter takes one more value',
    requests: compatible,
    at: locateMeans,
    find: values.added((value, pair) =>
      createOperationOccurrence(pair, `the ${describeParameter(pair)} also takes \`${value}\``),
    ),
  },
  'sort-field-removed': {
    verb: 'behavior',
    differs: 'a list can no longer be sorted by a field',
    requests: breaking('A client that sorts by it.'),
    at: locateMeans,
    find: sortFields.removed((name, pair) =>
      createOperationOccurrence(pair, `\`${pair.operation.called}\` is no longer sorted by \`${name}\``),
    ),
  },
  'sort-field-added': {
    verb: 'behavior',
    differs: 'a list can be sorted by one more field',
    requests: compatible,
    at: locateMeans,
    find: sortFields.added((name, pair) =>
      createOperationOccurrence(pair, `\`${pair.operation.called}\` can be sorted by \`${name}\``),
    ),
  },
  'expand-field-removed': {
    verb: 'behavior',
    differs: 'a parameter no longer shows the record of a field',
    requests: breaking('A client that asks for it: its request is rejected.'),
    at: locateMeans,
    find: expandFields.removed((name, pair) =>
      createOperationOccurrence(pair, `the ${describeParameter(pair)} no longer expands \`${name}\``),
    ),
  },
  'expand-field-added': {
    verb: 'behavior',
    differs: 'a parameter can show the record of one more field',
    requests: compatible,
    at: locateMeans,
    find: expandFields.added((name, pair) =>
      createOperationOccurrence(pair, `the ${describeParameter(pair)} also expands \`${name}\``),
    ),
  },
  'search-changed': {
    verb: 'behavior',
    differs: 'a search looks in other fields',
    answers: unclear('A client that expects to find records by the older fields.'),
    at: locateMeans,
    find: inBoth((pair) => {
      const { more, less } = compareSets(
        listSharedFields(pair.old, pair, 'search'),
        listSharedFields(pair.now, pair, 'search'),
      );
      if (more.length + less.length === 0) return undefined;
      return createOperationOccurrence(pair, `\`${pair.name}\` of \`${pair.operation.called}\` looks in other fields`);
    }),
  },
  'parameter-became-required': {
    verb: 'required',
    differs: 'a parameter is required',
    requests: breaking('A client that leaves it out.'),
    find: became(isRequired, (pair) => ({
      what: `the ${describeParameter(pair)} is required`,
      row: {
        requests: `default ${unknown}`,
        open: `the value of \`${pair.now.plan.name}\` if an old client omits it`,
      },
    })),
  },
  'parameter-became-optional': {
    verb: 'optional',
    differs: 'a parameter is optional',
    requests: compatible,
    find: ceased(isRequired, (pair) => `the ${describeParameter(pair)} is no longer required`),
  },
  'parameter-default-changed': {
    verb: 'default',
    differs: 'a parameter that is left out has another value',
    requests: unclear('A client that leaves it out and expects the older value.'),
    find: inBoth((pair) => {
      const { default: given } = pair.old.plan;
      if (equal(renameDefault(pair), pair.now.plan.default)) return undefined;
      const before = given === undefined ? '' : JSON.stringify(given);
      return { what: `the ${describeParameter(pair)} has a different default`, row: { before } };
    }),
  },
  'parameter-bounds-changed': {
    verb: 'constraint',
    differs: 'the constraints of a parameter change',
    requests: unclear('A client that sends values that were valid before.'),
    find: inBoth(findChangedBounds),
  },
});

function describeParameter({ name, operation }: ParameterPair): string {
  return `parameter \`${name}\` of \`${operation.called}\``;
}

function describeTypeChange(pair: BothParameters): Occurrence {
  const [was, is] = [pair.old, pair.now].map(formatParameterType);
  return createOperationOccurrence(pair, `the ${describeParameter(pair)} is \`${is}\`, previously \`${was}\``);
}

/** A difference whose row is about the operation. */
function createOperationOccurrence({ operation }: ParameterPair, what: string): Occurrence {
  return { what, row: { where: operation.called } };
}

/** The fields that a parameter sorts by or looks in, by their older names, where it does so in both documents. */
function listSharedFields(
  side: ParameterSide,
  pair: BothParameters,
  kind: 'sort' | 'search' | 'expand',
): readonly string[] {
  const { comparison, operation, old, now } = pair;
  const { mapsTo: means } = side.plan;
  if (means.kind !== kind || old.plan.mapsTo.kind !== now.plan.mapsTo.kind) return [];
  const { resource = '' } = operation.now.plan;
  return side === now ? means.fields.map((name) => comparison.renamed.field(resource, name)) : means.fields;
}

function findChangedBounds(pair: BothParameters): Occurrence | undefined {
  const { comparison, old, now } = pair;
  const [was, is] = [old, now].map(({ plan }) => (plan.schema?.constraints ?? []).map(({ line: _, ...rest }) => rest));
  const isOwn = [old, now].some(({ model }) => model.constraints.length > 0);
  if (!isOwn || equal(was, is)) return undefined;
  const before = old.model.constraints
    .filter(({ text }) => text !== 'required' && !text.startsWith('default'))
    .map(({ span }) => getCellString(comparison.old.service.source, span));
  return { what: `the ${describeParameter(pair)} has different constraints`, row: { before: before.join('; ') } };
}

/** The default of a parameter in the older document; values and fields that it names by their newer names. */
function renameDefault({ comparison, operation, old }: BothParameters): Json | undefined {
  const { default: given, mapsTo: means } = old.plan;
  const { resource } = operation.old.plan;
  if (typeof given !== 'string' || resource === undefined) return given;
  const names = createNewerNames(comparison);
  const each = (turn: (part: string) => string): string => given.split(',').map(turn).join(',');
  switch (means.kind) {
    case 'filter': {
      const of = getFieldAt(comparison, resource, means.path);
      return means.operator === 'in' ? each((part) => names.value(of, part)) : names.value(of, given);
    }
    case 'sort':
    case 'expand':
    case 'fields':
      return each((part) => part.replace(/^(-?)(.*)$/s, (_, sign, name) => sign + names.field(resource, name)));
    default:
      return given;
  }
}
