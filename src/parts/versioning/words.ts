import type { ChangeVerb, ChangeWhere, PlacementModel, VersionStatus } from './model.ts';

/** The words of the column Status. */
export const statuses: readonly VersionStatus[] = ['current', 'supported', 'deprecated', 'retired', 'preview'];

/** The words of the column Placed in. */
export const placements: readonly PlacementModel['in']['value'][] = ['header', 'path', 'query', 'media type'];

type WhereKind = ChangeWhere['kind'] | 'value' | 'transition' | 'state';

/** What a kind of change asks of its row. */
export interface ChangeForm {
  /** What Where may be; `name` is a bare name, or names with spaces (an operation). */
  readonly where: readonly WhereKind[];
  /** Where in words. */
  readonly form: string;
  /** What Before holds, in words; left out: nothing. `prose`: not read. */
  readonly before?: string;
  readonly prose?: true;
}

const field = '`X.f`';
const member = '`X.f` or `parameter p of list X`';

/** The kinds of changes and what each asks of its row, in the order of the language reference. */
export const changeForms: Readonly<Record<ChangeVerb, ChangeForm>> = {
  added: {
    where: ['field', 'parameter', 'event', 'operation', 'name'],
    form: `${field}, \`parameter p of list X\`, \`event e\` or an operation`,
  },
  removed: {
    where: ['field', 'parameter', 'event', 'operation', 'name'],
    form: `${field}, \`parameter p of list X\`, \`event e\` or an operation`,
    before: 'its type and constraints, separated by `;`',
  },
  renamed: {
    where: ['field', 'value', 'parameter', 'event', 'code', 'name'],
    form: `${field}, \`X.state s\`, \`parameter p of list X\`, \`event e\` or a code`,
    before: 'the older name',
  },
  required: { where: ['field', 'parameter'], form: member },
  optional: { where: ['field', 'parameter'], form: member },
  type: { where: ['field'], form: field, before: 'the older type, behind a `;` the older format' },
  default: { where: ['field', 'parameter'], form: member, before: 'the older literal, or `—` where there was none' },
  constraint: {
    where: ['field', 'parameter', 'rule', 'name'],
    form: `${member} or a rule`,
    before: 'the older constraints, separated by `;`',
  },
  'value added': { where: ['value'], form: '`X.f value`' },
  'value removed': { where: ['value'], form: '`X.f value`' },
  path: { where: ['operation', 'name'], form: 'an operation', before: 'the older method and path, as `GET /bills`' },
  status: { where: ['operation', 'name'], form: 'an operation', before: 'the older status' },
  'error added': { where: ['code', 'name'], form: 'a code' },
  'error removed': { where: ['code', 'name'], form: 'a code' },
  limit: { where: ['limit', 'name'], form: 'a limit', before: 'the older Value' },
  behaviour: {
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
