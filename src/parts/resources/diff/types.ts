import { type RowDraft, unknown } from '../../../diff/row.ts';
import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { type Both, createKindFind, defineRules, inBoth, type Occurrence, type Subject } from '../../../diff/table.ts';
import { field } from './fields.ts';
import { compareBounds, findConversions, formatChange, formatOf, formatType, isAlike, listValues } from './schemas.ts';
import { type FieldPair, type FieldSide, formatCells } from './subjects.ts';

type BothFields = Both<FieldPair>;

const typed: Subject<FieldPair> = {
  ...field,
  verb: 'type',
  at: ({ model }) => model.type?.span,
  defaults: ({ old }) => ({ requests: old!.sent, answers: old!.shown }),
};

const locateField = ({ model }: FieldSide) => model.span;
const format = createKindFind((pair: BothFields) =>
  isAlike(pair) ? formatChange(pair.old.schema, pair.now.schema) : undefined,
);
const bounds = createKindFind((pair: BothFields) =>
  isAlike(pair) ? compareBounds(pair.old.schema, pair.now.schema) : undefined,
);

/** The rules for changes of the values of a field. */
export const typeRules = defineRules(typed, {
  'type-widened': {
    differs: 'an integer becomes a number',
    requests: compatible,
    answers: breaking('A client that expects integers receives fractions.'),
    find: inBoth(
      (pair) =>
        formatTypes(pair) === 'integer number' && describeConvertedField(pair, 'is a number, previously an integer'),
    ),
  },
  'type-narrowed': {
    differs: 'a number becomes an integer',
    requests: breaking('A client that sends fractions.'),
    answers: compatible,
    find: inBoth(
      (pair) =>
        formatTypes(pair) === 'number integer' && describeConvertedField(pair, 'is an integer, previously a number'),
    ),
  },
  'type-changed': {
    differs: 'a field has another type',
    requests: breaking('A client that sends the older type.'),
    answers: breaking('A client that reads the older type.'),
    find: inBoth(findChangedType),
  },
  'format-narrower': {
    differs: 'a field has a format that takes fewer values',
    requests: breaking('A client that sends values of no such form.'),
    answers: compatible,
    find: inBoth(format('narrower', (pair) => describeChangedFormat(pair, (is) => `must be of the format \`${is}\``))),
  },
  'format-wider': {
    differs: 'a field has a format that takes more values, or none',
    requests: compatible,
    answers: breaking('A client that reads values by their older form.'),
    find: inBoth(format('wider', (pair) => describeChangedFormat(pair, (is) => `may be of the format \`${is}\``))),
  },
  'format-changed': {
    differs: 'a field has another format',
    requests: breaking('A client that sends values of the older form.'),
    answers: breaking('A client that reads values by their older form.'),
    find: inBoth(
      format('other', (pair) =>
        describeChangedFormat(pair, (is, was) => `is of the format \`${is}\`, previously \`${was}\``),
      ),
    ),
  },
  'null-added': {
    differs: 'a field may be null',
    requests: compatible,
    answers: breaking('A client that reads it without expecting null.'),
    find: inBoth(findAddedNull),
  },
  'null-removed': {
    differs: 'a field is never null',
    requests: breaking('A client that sends null.'),
    answers: compatible,
    find: inBoth(findRemovedNull),
  },
  'value-added': {
    verb: 'value added',
    differs: 'a field may have a value that it could not have',
    requests: compatible,
    answers: breaking('A client that knows only the older values meets one that it does not know.'),
    find: inBoth(findAddedValues),
  },
  'value-removed': {
    verb: 'value removed',
    differs: 'a field may no longer have a value',
    requests: breaking('A client that sends it, or filters by it.'),
    answers: compatible,
    find: inBoth(findRemovedValues),
  },
  'value-renamed': {
    verb: 'renamed',
    differs: 'a value of a field is renamed',
    requests: breaking('A client that sends the older name, or filters by it.'),
    answers: breaking('A client that knows only the older name.'),
    find: inBoth(findRenamedValues),
  },
  'constraint-tighter': {
    verb: 'constraint',
    differs: 'the constraints of a field are tighter',
    requests: breaking('A client that sends values that were valid before.'),
    answers: compatible,
    at: locateField,
    find: inBoth(bounds('tighter', (pair) => describeChangedBounds(pair, 'has tighter constraints'))),
  },
  'constraint-looser': {
    verb: 'constraint',
    differs: 'the constraints of a field are looser',
    requests: compatible,
    answers: unclear('A client that relies on the older bound when it reads or keeps the value.'),
    at: locateField,
    find: inBoth(bounds('looser', (pair) => describeChangedBounds(pair, 'has looser constraints'))),
  },
  'constraint-changed': {
    verb: 'constraint',
    differs: 'the constraints of a field change',
    requests: unclear('A client that sends values that were valid before.'),
    answers: unclear('A client that relies on the older bound when it reads or keeps the value.'),
    at: locateField,
    find: inBoth(findChangedBounds),
  },
});

function formatTypes({ old, now }: BothFields): string {
  return `${formatType(old.schema)} ${formatType(now.schema)}`;
}

function findChangedType(pair: BothFields): Occurrence | undefined {
  if (isAlike(pair) || ['integer number', 'number integer'].includes(formatTypes(pair))) return undefined;
  return describeRetypedField(pair, 'has another type', draftConversion(pair));
}

/** The cells of a row `type`: of what only the author knows, old clients get `…`, and what they send is refused. */
function draftConversion({ old, now }: BothFields): Partial<RowDraft> {
  const { callers, requests } = findConversions(old, now);
  const isSent = old.created || old.changed;
  const isShown = old.shown || now.shown;
  return {
    callers: isShown ? (callers ?? `= \`${unknown}\``) : '',
    requests: requests !== undefined && isAlike({ old, now }) ? requests : isSent ? (requests ?? 'refused') : '',
    ...(callers === undefined && isShown ? { open: `the conversion of \`${now.name}\` to its previous type` } : {}),
  };
}

function findAddedNull(pair: BothFields): Occurrence | undefined {
  const { old, now } = pair;
  if (!isAlike(pair) || old.schema.nullable === true || now.schema.nullable !== true) return undefined;
  return describeRetypedField(pair, 'may be null', {
    callers: old.shown ? `= \`${now.name} == null ? ${unknown} : ${now.name}\`` : '',
    requests: old.created || old.changed ? `= \`input.${now.name}\`` : '',
    ...(old.shown ? { open: `the value that old clients receive if \`${now.name}\` is null` } : {}),
  });
}

function findRemovedNull(pair: BothFields): Occurrence | undefined {
  const { old, now } = pair;
  if (!isAlike(pair) || old.schema.nullable !== true || now.schema.nullable === true) return undefined;
  const isWritten = old.created || old.changed;
  return describeRetypedField(pair, 'is never null', {
    callers: old.shown ? `= \`${now.name}\`` : '',
    requests: isWritten ? `= \`input.${now.name} == null ? ${unknown} : input.${now.name}\`` : '',
    ...(isWritten ? { open: `the value of \`${now.name}\` if an old client sends null` } : {}),
  });
}

/** A difference whose row holds the older type. */
function describeRetypedField(
  { called, old }: BothFields,
  what: string,
  row: Partial<RowDraft> | undefined,
): Occurrence {
  return { what: `\`${called}\` ${what}`, row: { before: formatCells(old, 'type'), ...row } };
}

function describeConvertedField(pair: BothFields, what: string): Occurrence {
  return describeRetypedField(pair, what, draftConversion(pair));
}

function describeChangedFormat(pair: BothFields, words: (is: string, was: string | undefined) => string): Occurrence {
  const [was, is] = [formatOf(pair.old.schema), formatOf(pair.now.schema)];
  return describeConvertedField(pair, is === undefined ? `is no longer of the format \`${was}\`` : words(is, was));
}

/** Bounds of another kind, or of another type: a row `type` does not say which the older type had. */
function findChangedBounds(pair: BothFields): Occurrence | undefined {
  const [was, is] = [formatCells(pair.old, 'constraints'), formatCells(pair.now, 'constraints')];
  const differ = isAlike(pair)
    ? compareBounds(pair.old.schema, pair.now.schema) === 'unclear'
    : was !== '' && was !== is;
  return differ ? describeChangedBounds(pair, 'has different constraints') : undefined;
}

function describeChangedBounds({ called, old }: BothFields, what: string): Occurrence {
  return { what: `\`${called}\` ${what}`, row: { before: formatCells(old, 'constraints') } };
}

/** The values of a field in both documents, the newer ones with their older names; none of states, which tell of themselves. */
function collectValues(pair: BothFields) {
  const { comparison, of, old, now } = pair;
  if (!isAlike(pair) || now.plan.state === true) return { older: [], newer: [] };
  const newer = listValues(now.schema).map((value) => ({ value, was: comparison.renamed.value(of, now.name, value) }));
  return { older: listValues(old.schema), newer };
}

function findAddedValues(pair: BothFields): Occurrence[] {
  const { called, old } = pair;
  const { older, newer } = collectValues(pair);
  const added = newer.filter(({ was }) => !older.includes(was));
  return added.map(({ value }) => {
    const open = `the previous value that old clients receive instead of \`${value}\``;
    const row = old.shown ? { callers: `as ${unknown}`, open } : undefined;
    return { where: `${called} ${value}`, what: `\`${called}\` may be \`${value}\``, row };
  });
}

function findRemovedValues(pair: BothFields): Occurrence[] {
  const { called, old } = pair;
  const { older, newer } = collectValues(pair);
  const removed = older.filter((value) => !newer.some(({ was }) => was === value));
  return removed.map((value) => {
    const open = `the value that replaces \`${value}\` in requests of old clients`;
    const row = old.sent ? { callers: `as ${unknown}`, open } : undefined;
    return { where: `${called} ${value}`, what: `\`${called}\` is no longer \`${value}\``, row };
  });
}

function findRenamedValues(pair: BothFields): Occurrence[] {
  const { called } = pair;
  const { older, newer } = collectValues(pair);
  const renamed = newer.filter(({ value, was }) => was !== value && older.includes(was));
  return renamed.map(({ value, was }) => {
    const what = `\`${was}\` of \`${called}\` is renamed to \`${value}\``;
    return { where: `${called} ${value}`, what, row: { before: was } };
  });
}
