import type { BinaryOperator, Expression, ValueType } from '../../src/expression/tree.ts';
import type { OperationPlan, ParameterPlan } from '../../src/plan/operation.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { FieldPlan, ResourcePlan, StateMachinePlan } from '../../src/plan/resource.ts';
import type { StorageClass, ValueSchema } from '../../src/plan/schema.ts';

const text: ValueType = { kind: 'string' };
const truth: ValueType = { kind: 'bool' };

/** `name` of the record, a string unless said otherwise. */
export function field(name: string, type: ValueType = text, optional = false): Expression {
  return { op: 'path', root: 'record', steps: [optional ? { name, optional: true } : { name }], type };
}

/** `ref.name`, one step away. */
export function through(ref: string, resource: string, name: string, type: ValueType = text): Expression {
  const steps = [
    { name: ref, optional: true as const },
    { name, through: resource },
  ];
  return { op: 'path', root: 'record', steps, type };
}

/** `caller.name`. */
export function caller(name: string, type: ValueType = text): Expression {
  return { op: 'path', root: 'caller', steps: [{ name }], type };
}

/** A root that is a value by itself: `now`, `today`, `value`. */
export function root(name: 'now' | 'today' | 'value', type: ValueType): Expression {
  return { op: 'path', root: name, steps: [], type };
}

/** A literal. */
export function literal(value: string | number | boolean, type: ValueType = text): Expression {
  return { op: 'literal', value, type };
}

/** `left operator right`. */
export function binary(left: Expression, operator: BinaryOperator, right: Expression): Expression {
  return { op: 'binary', operator, left, right, type: truth };
}

/** A field that clients must send unless `more` says otherwise; kept as text unless a storage class is given. */
export function stored(name: string, storage: StorageClass = 'text', more: Partial<FieldPlan> = {}): FieldPlan {
  const types = { text: 'string', integer: 'integer', int64: 'integer', number: 'number', boolean: 'boolean' } as const;
  const schema: ValueSchema =
    storage === 'json'
      ? { type: 'list', item: { type: 'string' } }
      : storage === 'decimal'
        ? { type: 'string', format: { name: 'decimal' } }
        : { type: types[storage] };
  return { name, column: name, schema, storage, required: true, line: 1, ...more };
}

/** A field that may be absent. */
export function optional(name: string, storage: StorageClass = 'text', more: Partial<FieldPlan> = {}): FieldPlan {
  return stored(name, storage, { required: false, ...more });
}

/** A field whose value may be null. */
export function nullable(name: string, storage: StorageClass = 'text'): FieldPlan {
  const plain = stored(name, storage);
  return { ...plain, schema: { ...plain.schema, nullable: true }, required: false };
}

/** A ref to another record. */
export function ref(name: string, resource: string, more: Partial<FieldPlan> = {}): FieldPlan {
  return stored(name, 'text', { schema: { type: 'ref', resource }, required: false, ...more });
}

/** A state field; its machine is made by `states`. */
export function state(name: string): FieldPlan {
  return stored(name, 'text', { state: true, required: false, direction: 'read-only' });
}

/** The machine of a state field: its states in order, the first initial, those behind a `-` gone. */
export function states(name: string, ...names: readonly string[]): StateMachinePlan {
  return {
    field: name,
    states: names.map((each, index) => ({
      name: each.replace(/^-/, ''),
      ...(each.startsWith('-') ? { kind: 'gone' as const } : index === 0 ? { kind: 'initial' as const } : {}),
      line: 1,
    })),
    transitions: [],
    matrix: [],
    line: 1,
  };
}

/** A resource whose identity is its first field. */
export function resource(name: string, fields: readonly FieldPlan[], more: Partial<ResourcePlan> = {}): ResourcePlan {
  return {
    name,
    table: name.toLowerCase(),
    identity: fields[0]!.name,
    fields,
    uniques: [],
    rules: [],
    operationRules: [],
    machines: [],
    referredBy: [],
    line: 1,
    ...more,
  };
}

type ListPlan = OperationPlan<'list'>;

/** A list of a resource for callers of the given row rules (none: for everybody). */
export function list(of: string, more: Partial<ListPlan> = {}, ...where: readonly Expression[]): ListPlan {
  return {
    name: `list ${of}`,
    kind: 'list',
    resource: of,
    method: 'GET',
    path: `/${of.toLowerCase()}`,
    segments: [{ kind: 'fixed', text: of.toLowerCase() }],
    responses: [],
    order: [],
    parameters: [],
    preconditions: [],
    limits: [],
    access: {
      open: where.length === 0,
      grants: where.map((holds) => ({ scope: 'member', kind: 'scope', where: holds, line: 1 })),
    },
    refs: [],
    steps: [],
    line: 1,
    ...more,
  };
}

/** A filter parameter. */
export function filter(path: string, operator: string): ParameterPlan {
  return {
    name: path,
    in: 'query',
    mapsTo: { kind: 'filter', path: path.split('.'), operator },
    required: false,
    line: 1,
  };
}

/** A sort parameter over some fields. */
export function sort(...fields: readonly string[]): ParameterPlan {
  return { name: 'sort', in: 'query', mapsTo: { kind: 'sort', fields }, required: false, line: 1 };
}

/** A plan of resources and operations; everything else is as a document without it has it. */
export function plan(resources: readonly ResourcePlan[], operations: readonly OperationPlan[] = []): Plan {
  return {
    form: 1,
    name: 'Test',
    document: 'test.md',
    digest: 'test',
    summary: '',
    purpose: { prose: '', inScope: [], outOfScope: [] },
    resources,
    objects: [],
    unions: [],
    base: { prefix: '' },
    media: { request: ['application/json'], answer: ['application/json'] },
    unknownFields: 'refused',
    allowedOrigins: [],
    operations,
    refusals: [],
    authentication: { status: 'none', schemes: [], scopes: [], attributes: [] },
    events: [],
    deliveries: [],
    errors: { codes: [] },
    limits: [],
    limitHeaders: [],
    versioning: { versions: [], placements: [], changes: [] },
    gaps: [],
  };
}

const shopRule = binary(field('shop'), '==', caller('shop'));

/** Invoices of two shops and the customers that they refer to: what the tests of stores write and ask. */
export const shops: Plan = plan(
  [
    resource('Customer', [stored('id'), stored('shop'), optional('email'), optional('name')], {
      uniques: [{ fields: ['email'], safe: false, words: 'unique', line: 1 }],
      referredBy: [{ resource: 'Invoice', field: 'customer', onDelete: 'restrict' }],
    }),
    resource(
      'Invoice',
      [
        stored('id'),
        stored('shop'),
        optional('number', 'integer'),
        state('status'),
        stored('created_at', 'text', { required: false, assigned: { by: 'clock' } }),
        ref('customer', 'Customer'),
        optional('due_on'),
        nullable('memo'),
        stored('total', 'integer'),
        optional('big', 'int64'),
        optional('ratio', 'number'),
        optional('paid', 'boolean'),
        optional('tags', 'json'),
        optional('kind', 'text', { schema: { type: 'choice', values: ["it's", 'b'] } }),
        optional('version'),
        optional('order'),
        optional('say "hi"'),
        optional('toString'),
      ],
      {
        uniques: [
          { fields: ['shop', 'number'], safe: true, words: 'unique', line: 1 },
          {
            fields: ['order'],
            where: binary(field('kind'), '==', literal('b')),
            safe: false,
            words: 'unique',
            line: 1,
          },
          {
            fields: ['order'],
            where: binary(field('kind'), '==', literal("it's")),
            safe: false,
            words: 'unique',
            line: 1,
          },
        ],
        machines: [states('status', 'draft', 'open', 'paid', '-gone')],
      },
    ),
  ],
  [
    list(
      'Invoice',
      {
        order: [{ field: 'created_at', descending: true }],
        parameters: [
          filter('status', '='),
          filter('memo', '='),
          filter('total', '>='),
          filter('customer', 'in'),
          filter('customer.email', '='),
          sort('due_on', 'total'),
        ],
      },
      shopRule,
    ),
    list('Customer'),
  ],
);

/** The row rule of `shops`: `shop == caller.shop`. */
export const shopIs: Expression = shopRule;
