import type {
  AfterSunset,
  ChangeVerb,
  ChangeWhere,
  NamedKind,
  OldRequests,
  OldResponses,
  PlacementModel,
  VersionStatus,
} from './model.ts';

/** The words of the column Status. */
export const statuses: readonly VersionStatus[] = ['current', 'supported', 'deprecated', 'retired', 'preview'];

/** The words of the column After sunset. */
export const afterSunsets: readonly AfterSunset[] = ['served', 'gone'];

/** The words of the column Sent in. */
export const placements: readonly PlacementModel['in']['value'][] = ['header', 'path', 'query', 'media type'];

/** The words of the column Class. */
export const classes = ['compatible', 'breaking'] as const;

type WhereKind = ChangeWhere['kind'] | 'value' | 'transition' | 'state';

/** What a kind of change asks of its row. */
export interface ChangeForm {
  /** What the cell What may be; `name` is a bare name, or names with spaces (an operation). */
  readonly where: readonly WhereKind[];
  /** The cell What in words. */
  readonly form: string;
  /** The kinds of things that a bare name in the cell may name, the likeliest first. */
  readonly named: readonly NamedKind[];
  /** What Before holds, in words; left out: nothing. */
  readonly before?: string;
  /** Before is prose, or may be empty. */
  readonly prose?: true;
  readonly mayBeEmpty?: true;
  /** The forms that Old responses and Old requests may have; none where they are left out. */
  readonly callers?: readonly OldResponses['kind'][];
  readonly requests?: readonly OldRequests['kind'][];
}

const field = '`X.f`';
const member = '`X.f` or `parameter p of list X`';

/** The kinds of changes and what each asks of its row, in the order of the language reference. */
export const changeForms: Readonly<Record<ChangeVerb, ChangeForm>> = {
  added: {
    named: ['operation'],
    where: ['field', 'parameter', 'event', 'operation', 'name'],
    form: '`X.f`, `parameter p of list X`, `event e` or an operation',
    callers: ['absent', 'default', 'cel'],
    requests: ['default', 'cel'],
  },
  removed: {
    named: ['operation'],
    where: ['field', 'parameter', 'event', 'operation', 'name'],
    form: '`X.f`, `parameter p of list X`, `event e` or an operation',
    callers: ['default', 'cel'],
    requests: ['cel', 'ignored', 'refused'],
    before: 'the old type and constraints, separated by `;`',
  },
  renamed: {
    named: ['code', 'event'],
    where: ['field', 'value', 'parameter', 'event', 'code', 'name'],
    form: `${field}, \`X.state s\`, \`parameter p of list X\`, \`event e\` or a code`,
    before: 'the old name',
  },
  required: {
    named: ['operation'],
    where: ['field', 'parameter'],
    form: member,
    callers: ['default', 'cel'],
    requests: ['default', 'cel'],
  },
  optional: {
    named: ['operation'],
    where: ['field', 'parameter'],
    form: member,
    callers: ['default', 'cel'],
    requests: ['default', 'cel'],
  },
  type: {
    named: ['operation'],
    where: ['field'],
    form: field,
    before: 'the old type',
    callers: ['cel'],
    requests: ['cel', 'ignored', 'refused'],
  },
  default: {
    named: ['operation'],
    where: ['field', 'parameter', 'operation', 'name'],
    form: '`X.f`, `parameter p of list X` or a list',
    mayBeEmpty: true,
  },
  constraint: {
    named: ['rule'],
    where: ['field', 'parameter', 'rule', 'name'],
    form: '`X.f`, `parameter p of list X` or a rule',
    mayBeEmpty: true,
  },
  'value added': { named: ['operation'], where: ['value'], form: '`X.f value`', callers: ['as'] },
  'value removed': { named: ['operation'], where: ['value'], form: '`X.f value`', callers: ['as'] },
  path: {
    named: ['operation'],
    where: ['operation', 'name'],
    form: 'an operation',
    before: 'the old method and path, such as `GET /bills`',
  },
  status: {
    named: ['operation', 'code'],
    where: ['operation', 'code', 'name'],
    form: 'an operation or a code',
    before: 'the old status',
  },
  'error added': { named: ['code'], where: ['code', 'name'], form: 'a code', callers: ['as'] },
  'error removed': { named: ['code'], where: ['code', 'name'], form: 'a code' },
  limit: { named: ['limit'], where: ['limit', 'name'], form: 'a limit', before: 'the old Value' },
  behavior: {
    named: ['transition', 'state', 'event', 'scope', 'scheme', 'delivery', 'operation', 'rule', 'body'],
    where: [
      'event',
      'scope',
      'scheme',
      'delivery',
      'rule',
      'operation',
      'transition',
      'state',
      'name',
      'value',
      'field',
    ],
    form: 'a transition, state, event, scope, scheme, delivery or `Body`',
    prose: true,
  },
};

/** The words of the column Change. */
export const changeVerbs = Object.keys(changeForms) as ChangeVerb[];

/** Words of the language as a rule of it lists them: each in a code span. */
export function formatWordList(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
