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
import { type Comparison, formatNameList, type Side } from '../../diff/comparison.ts';
import { collectDefaults, compareValues, formatValue, type LimitPair, type LimitSide } from './subjects.ts';

type BothLimits = Both<LimitPair>;

const limit: Subject<LimitPair> = {
  part: 'limits',
  where: ({ name }) => name,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

const locateCell =
  (cell: 'beyond' | 'per') =>
  ({ model }: LimitSide) =>
    model[cell]?.span ?? model.span;
const locateValue = ({ model }: LimitSide) => model.value?.span;
const readKind = ({ model }: LimitSide) => model.kind?.value;
const isClamped = ({ model }: LimitSide): boolean => model.beyond?.value === 'clamp';
const value = createKindFind((pair: BothLimits) => compareValues(pair));

/** The rules for changes of a LimitPair. */
export const limitRules = defineRules(limit, {
  'limit-added': {
    differs: 'a limit is added',
    requests: breaking('A client that does more than the limit allows.'),
    find: added(({ name }) => `the limit \`${name}\` is new`),
  },
  'limit-removed': {
    differs: 'a limit is removed',
    requests: compatible,
    find: removed(({ name }) => `the limit \`${name}\` is removed`),
  },
  tighter: {
    verb: 'limit',
    differs: 'a limit allows less',
    requests: breaking('A client that does what the older value allowed.'),
    at: locateValue,
    find: inBoth(value('tighter', describeChangedValue)),
  },
  looser: {
    verb: 'limit',
    differs: 'a limit allows more',
    requests: compatible,
    at: locateValue,
    find: inBoth(value('looser', describeChangedValue)),
  },
  'rate-shape-changed': {
    verb: 'limit',
    differs: 'a rate allows more at once and less in the long run, or vice versa',
    requests: breaking('A client that sends as many requests as the older value allowed.'),
    at: locateValue,
    find: inBoth(value('mixed', describeChangedValue)),
  },
  'quota-counts-otherwise': {
    verb: 'limit',
    differs: 'a quota counts the bytes of files and counted records, or vice versa',
    requests: breaking('A client that stores as much as the older value allowed.'),
    at: locateValue,
    find: inBoth(value('other', describeChangedValue)),
  },
  'default-page-size-changed': {
    verb: 'limit',
    differs: 'the default page size is different',
    answers: unclear('A client that relies on the previous default.'),
    at: locateValue,
    find: inBoth(findChangedDefaultPage),
  },
  'kind-changed': {
    differs: 'a limit is of another kind',
    requests: breaking('A client that keeps to the older kind.'),
    at: ({ model }) => model.kind?.span,
    find: changed(
      readKind,
      ({ name, old, now }) => `the limit \`${name}\` is a ${readKind(now)}, previously a ${readKind(old)}`,
    ),
  },
  'applies-to-more': {
    differs: 'a limit applies to more operations or callers',
    requests: breaking('A client that does more of that than the limit allows.'),
    find: inBoth((pair) => {
      const { more } = reachChange(pair);
      return more.length > 0 && `the limit \`${pair.name}\` also applies to ${formatNameList(more)}`;
    }),
  },
  'applies-to-less': {
    differs: 'a limit applies to fewer operations or callers',
    requests: compatible,
    find: inBoth((pair) => {
      const { less } = reachChange(pair);
      return less.length > 0 && `the limit \`${pair.name}\` no longer applies to ${formatNameList(less)}`;
    }),
  },
  'per-changed': {
    differs: 'a limit is counted for others: by credential, IP address, attribute, or all together',
    requests: unclear('A client that shares what it now counts by with others.'),
    at: locateCell('per'),
    find: changed(
      ({ model }) => model.per?.value,
      ({ name }) => `the limit \`${name}\` is counted differently`,
    ),
  },
  'when-exceeded-changed': {
    differs: 'exceeding a limit returns another error code',
    answers: breaking('A client that checks for the old error code.'),
    at: locateCell('beyond'),
    find: inBoth(findChangedErrorCode),
  },
  'no-longer-clamped': {
    differs: 'a page size beyond the limit is rejected; it was reduced to the limit',
    requests: breaking('A client that asks for larger pages.'),
    at: locateCell('beyond'),
    find: ceased(isClamped, ({ name }) => `a page size beyond \`${name}\` is rejected`),
  },
  'clamped-now': {
    differs: 'a page size beyond the limit is reduced to the limit; it was rejected',
    requests: compatible,
    answers: unclear('A client that expects as many records as it asks for.'),
    at: locateCell('beyond'),
    find: became(isClamped, ({ name }) => `a page size beyond \`${name}\` is reduced to the maximum`),
  },
});

const limitHeaders = createItemFinds<Comparison>(
  ({ plan }) => plan.limitHeaders,
  ({ service: { limits } }, header) =>
    (limits.limitHeaders.find((name) => name.value === header) ?? limits.limitHeaders[0])?.span,
);

const headers: Subject<Comparison> = { part: 'limits', where: () => 'Response headers' };

/** The rules for changes of the response headers of limits. */
export const toldRules = defineRules(headers, {
  'response-headers-removed': {
    differs: 'the remaining quota of a limit is no longer in a header',
    answers: breaking('A client that reads it.'),
    find: limitHeaders.removed((header) => `limits are no longer reported in \`${header}\``),
  },
  'response-headers-added': {
    differs: 'the remaining quota of a limit is in a header',
    answers: compatible,
    find: limitHeaders.added((header) => `limits are reported in \`${header}\``),
  },
});

function describeChangedValue({ name, old, now }: BothLimits): Occurrence {
  const [was, is] = [formatValue(old), formatValue(now)];
  return { what: `the limit \`${name}\` is ${is}, previously ${was}`, row: { before: was } };
}

function findChangedDefaultPage(pair: BothLimits): Occurrence | undefined {
  const [was, is] = collectDefaults(pair);
  if (was === undefined || is === undefined || was === is || compareValues(pair) !== 'same') return undefined;
  return { what: `the default page size is ${is}, previously ${was}`, row: { before: formatValue(pair.old) } };
}

/** Returns the targets of a limit in only one document, of those that both documents have. */
function reachChange({ comparison, old, now }: BothLimits): ReturnType<typeof compareSets> {
  const { more, less } = compareSets(old.reach, now.reach);
  const inOther = ({ plan }: Side) => {
    const names = new Set(plan.operations.map(({ name }) => name));
    return (target: string): boolean => target === 'all' || target.startsWith('scope ') || names.has(target);
  };
  return {
    more: old.reach.includes('all') ? [] : more.filter(inOther(comparison.old)),
    less: now.reach.includes('all') ? [] : less.filter(inOther(comparison.now)),
  };
}

function findChangedErrorCode({ comparison, name, old, now }: BothLimits): string | false {
  const [was, is] = [old.model.beyond?.value, now.model.beyond?.value];
  if (is === 'clamp' || was === 'clamp' || was === (is && comparison.renamed.code(is))) return false;
  return `exceeding \`${name}\` returns ${is === undefined ? 'the code of its condition' : `\`${is}\``}`;
}
