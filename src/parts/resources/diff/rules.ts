import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { createKindFind, defineRules, type Occurrence, type Subject } from '../../../diff/table.ts';
import type { UniquePlan } from '../../../plan/resource.ts';
import { formatNameList, getCellString } from '../../diff/comparison.ts';
import type { RuleMove } from './rule-moves.ts';
import type { UniqueDifference } from './uniques.ts';

const move: Subject<RuleMove> = {
  part: 'resources',
  verb: 'behavior',
  where: ({ rule }) => rule.name,
  defaults: ({ rule: { old, now } }) => ({ old: old?.model.span, now: now?.model.span }),
};

const moves = createKindFind(({ kind }: RuleMove) => kind);

/** The rules for a RuleMove. */
export const ruleMoveRules = defineRules(move, {
  'rule-added': {
    differs: 'a new rule forbids what no other rule did',
    requests: breaking('A client that writes what the rule forbids.'),
    find: moves('added', (ruleMove) =>
      ruleMove.rule.isElsewhere ? describePlaces(ruleMove, 'checked') : `${nameRule(ruleMove)} is new`,
    ),
  },
  'rule-removed': {
    differs: 'a rule no longer binds records',
    requests: compatible,
    answers: unclear('A client that relies on the rule.'),
    find: moves('removed', (ruleMove) => ({
      where: ruleMove.of,
      what: ruleMove.rule.isElsewhere
        ? describePlaces(ruleMove, 'no longer checked')
        : `${nameRule(ruleMove)} is removed`,
      row: 'none',
    })),
  },
  'rule-tighter': {
    verb: 'constraint',
    differs: 'the condition of a rule is stricter',
    requests: breaking('A client that writes what the older rule allowed.'),
    find: moves('tighter', (ruleMove) => describeChangedCheck(ruleMove, 'allows less')),
  },
  'rule-looser': {
    verb: 'constraint',
    differs: 'the condition of a rule is looser',
    requests: compatible,
    answers: unclear('A client that relies on the older rule.'),
    find: moves('looser', (ruleMove) => describeChangedCheck(ruleMove, 'allows more')),
  },
  'rule-changed': {
    verb: 'constraint',
    differs: 'a rule has a different condition',
    requests: unclear('A client that writes what the older rule allowed.'),
    find: moves('otherwise', (ruleMove) => describeChangedCheck(ruleMove, 'has a different condition')),
  },
  'rule-answers-first': {
    differs: 'of two broken rules, another one decides the error code',
    answers: breaking('A client that breaks both rules and checks for the old error code.'),
    find: moves('first', ({ rule, before }) => ({
      what: `the rule \`${rule.name}\` decides the error where \`${before!.name}\` did`,
      old: before!.old?.model.span,
    })),
  },
  'rule-code-changed': {
    differs: 'breaking a rule returns another error code',
    answers: breaking('A client that checks for the old error code.'),
    find: moves('code', describeChangedCode),
  },
});

/** A rule with what it is a rule of: a resource, or operations. */
function nameRule({ of, on, rule: { name } }: RuleMove): string {
  return `the rule \`${name}\` of ${on.length === 0 ? `\`${of}\`` : nameOperations({ of, on })}`;
}

/** A rule of both documents that other writes are checked by. */
function describePlaces({ of, on, rule: { name } }: RuleMove, is: string): string {
  const places = on.length === 0 ? `every write of \`${of}\`` : nameOperations({ of, on });
  return `the rule \`${name}\` is ${is} at ${places}`;
}

function nameOperations({ of, on }: Pick<RuleMove, 'of' | 'on'>): string {
  return formatNameList(on.map((verb) => `${verb} ${of}`));
}

/** A condition that is another, of a rule that both documents have. */
function describeChangedCheck(ruleMove: RuleMove, what: string): Occurrence {
  const { comparison, on, rule } = ruleMove;
  const { name, old, now } = rule;
  const before = getCellString(comparison.old.service.source, old!.model.holds!.span);
  return {
    what: `${on.length === 0 ? `the rule \`${name}\`` : nameRule(ruleMove)} ${what}`,
    old: old!.model.holds?.span,
    now: now!.model.holds?.span,
    row: { change: 'behavior', before: `\`${before}\`` },
  };
}

function describeChangedCode({ comparison, rule: { name, old, now } }: RuleMove): Occurrence {
  const code = now!.plan.error;
  const isNew = code !== undefined && !comparison.old.plan.errors.codes.some((otherCode) => otherCode.code === code);
  return {
    what: `the rule \`${name}\` returns ${code === undefined ? 'no code of its own' : `\`${code}\``}`,
    old: (old!.model.otherwise ?? old!.model).span,
    now: (now!.model.otherwise ?? now!.model).span,
    // the row of the new code says what older callers see
    row: isNew ? 'none' : undefined,
  };
}

const unique: Subject<UniqueDifference> = {
  part: 'resources',
  verb: 'behavior',
  where: ({ of, unique }) => `${of}.${unique.fields[0]}`,
  defaults: ({ in: side, model }) => ({ [side]: model?.span }),
};

const uniques = createKindFind(({ in: side }: UniqueDifference) => side);

/** The rules for a UniqueDifference. */
export const uniqueDifferenceRules = defineRules(unique, {
  'unique-added': {
    differs: 'no two records may agree in some fields',
    requests: breaking('A client that writes values that another record has.'),
    find: uniques('now', ({ of, unique: { fields, ignoring }, canBreak }) => ({
      what: `no two records of \`${of}\` may share ${formatNameList(fields)}${ignoring === undefined ? '' : ', ignoring case'}`,
      requests: canBreak,
    })),
  },
  'unique-removed': {
    differs: 'records may agree in fields in which they could not',
    requests: compatible,
    answers: unclear('A client that finds a record by those values alone.'),
    find: uniques('old', ({ of, unique: { fields, ignoring }, left }) => {
      const isLeft = ignoring !== undefined && left?.ignoring === undefined && left?.fields.length === fields.length;
      const rest = isLeft ? ' in another case' : formatRest(left, fields);
      return `records of \`${of}\` may share ${formatNameList(fields)}${rest}`;
    }),
  },
});

/** What of a constraint still holds. */
function formatRest(left: UniquePlan | undefined, fields: readonly string[]): string {
  if (left === undefined) return '';
  const more = left.fields.filter((field) => !fields.includes(field));
  return more.length > 0 ? ` unless they share ${formatNameList(more)} too` : ' in more cases';
}
