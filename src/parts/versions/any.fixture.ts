/** A field of a generated document; `uid` is the same in every version. */
interface Field {
  readonly uid: string;
  name: string;
  kind: 'string' | 'integer' | 'boolean' | 'choice' | 'lines' | 'lineMap' | 'method' | 'customer';
  values?: string[];
  presence?: 'required' | 'default';
  literal?: string;
  range?: string;
}

interface Parameter {
  readonly uid: string;
  name: string;
  field?: string;
  input?: true;
  required?: true;
  literal?: string;
  range?: string;
}

/** A small document that edits change step by step. */
export interface Model {
  readonly holders: { Invoice: Field[]; Line: Field[]; Card: Field[]; Customer: Field[] };
  readonly states: { uid: string; name: string }[];
  /** The fields in the parts of shapes, by their uid. */
  picks: { update: string[]; read: string[]; line: string[]; sent: string[] };
  readonly parameters: Parameter[];
  sort: string[];
  readonly operations: Record<
    'update' | 'read' | 'pay',
    { there: boolean; method: string; path: string; status: string }
  >;
  readonly events: { uid: string; name: string }[];
  readonly codes: { uid: string; name: string; status?: string }[];
  wait: string;
  pages: string;
}

/** The document that all others are made from; `seed` chooses listed in kinds of fields. */
export function firstModel(seed: number): Model {
  const strings: Field = { uid: 'memo', name: 'memo', kind: 'string', range: '..200 characters' };
  return {
    holders: {
      Invoice: [
        strings,
        { uid: 'note', name: 'note', kind: 'string', presence: 'default', literal: '"a"' },
        { uid: 'total', name: 'total', kind: 'integer', presence: 'required' },
        {
          uid: 'kind',
          name: 'kind',
          kind: 'choice',
          values: ['goods', 'services'],
          presence: 'default',
          literal: 'goods',
        },
        { uid: 'urgent', name: 'urgent', kind: 'boolean' },
        { uid: 'lines', name: 'lines', kind: 'lines' },
        { uid: 'other', name: 'other', kind: seed % 2 === 0 ? 'lineMap' : 'method' },
        { uid: 'customer', name: 'customer', kind: 'customer', presence: 'required' },
      ],
      Line: [
        { uid: 'text', name: 'text', kind: 'string', presence: 'required' },
        { uid: 'amount', name: 'amount', kind: 'integer' },
        { uid: 'tax', name: 'tax', kind: 'choice', values: ['full', 'half'] },
      ],
      Card: [
        { uid: 'last4', name: 'last4', kind: 'string' },
        { uid: 'brand', name: 'brand', kind: 'choice', values: ['blue', 'red'] },
      ],
      Customer: [
        { uid: 'email', name: 'email', kind: 'string', presence: 'required' },
        { uid: 'city', name: 'city', kind: 'string' },
      ],
    },
    states: ['draft', 'open', 'paid'].map((name) => ({ uid: name, name })),
    picks: {
      update: ['memo', 'note', 'kind'],
      read: ['memo', 'total', 'kind'],
      line: ['text', 'amount'],
      sent: ['memo'],
    },
    parameters: [
      { uid: 'p-kind', name: 'kind', field: 'kind' },
      { uid: 'p-note', name: 'note', field: 'note', ...(seed % 3 === 0 ? { literal: '"a"' } : {}) },
      { uid: 'p-email', name: 'email', field: 'email' },
      { uid: 'p-lang', name: 'lang', input: true, range: '..5 characters' },
    ],
    sort: ['memo', 'total'],
    operations: {
      read: { there: true, method: 'GET', path: '/invoices/{id}', status: '200' },
      update: { there: true, method: 'PATCH', path: '/invoices/{id}', status: '200' },
      pay: { there: true, method: 'POST', path: '/invoices/{id}/pay', status: '200' },
    },
    events: ['invoice.paid', 'invoice.made'].map((name) => ({ uid: name, name })),
    codes: ['wrong_state', 'bad', 'slow'].map((name) => ({ uid: name, name })),
    wait: '10 seconds',
    pages: '20, at most 100',
  };
}

const types: Readonly<Record<Exclude<Field['kind'], 'choice'>, string>> = {
  string: 'string',
  integer: 'integer',
  boolean: 'boolean',
  lines: 'Line[]',
  lineMap: 'map of Line',
  method: 'Method',
  customer: 'ref Customer',
};

/** The type of a field as its cell says it. */
export function typeOf({ kind, values = [] }: Field): string {
  return kind === 'choice' ? `one of ${values.join(', ')}` : types[kind];
}

/** The constraints of a field, item by item. */
export function constraintsOf({ presence, literal, range }: Field): readonly string[] {
  return [presence === 'default' ? `default ${literal}` : (presence ?? ''), range ?? ''].filter(
    (constraint) => constraint !== '',
  );
}

/** The name of a field by its uid. */
export function nameOf(model: Model, uid: string): string {
  return (
    Object.values(model.holders)
      .flat()
      .find((field) => field.uid === uid)?.name ?? uid
  );
}

/** The parts of the document of a model. */
export function partsOf(model: Model) {
  const row = (field: Field): string => `| ${field.name} | ${typeOf(field)} | ${constraintsOf(field).join('; ')} |`;
  const head = '| Field | Type | Constraints |\n| --- | --- | --- |\n';
  const id = '| id | uuid | assigned |\n';
  const rows = (fields: readonly Field[]): string => fields.map(row).join('\n');
  const { Invoice, Line, Card, Customer } = model.holders;
  const state = (uid: string): string => model.states.find((candidate) => candidate.uid === uid)?.name ?? uid;
  const names = (uids: readonly string[]): string => uids.map((uid) => nameOf(model, uid)).join(', ');
  const kept = model.states.filter(({ uid }) => !['draft', 'open', 'paid'].includes(uid));
  const lines = nameOf(model, 'lines');
  const { read, update, pay } = model.operations;
  const shape = `Invoice(${names(model.picks.read)}, ${lines}: Line(${names(model.picks.line)})[])`;
  const updateRow = `| update Invoice | ${update.method} | ${update.path} | \`Invoice(${names(model.picks.update)}, ${lines}: Line(${names(model.picks.line)})[])\` | ${update.status} \`Invoice\` |`;
  return {
    resources: `### Customer\n\n${head}${id}${rows(Customer)}\n\n### Line (object)\n\n${head}${rows(Line)}\n\n### Card (object)\n\n${head}${rows(Card)}\n\n### Bank (object)\n\n${head}| iban | string | |\n\n### Method (one of)\n\n- Tagged by: kind\n\n| Tag | Object |\n| --- | --- |\n| card | Card |\n| bank | Bank |\n\n### Invoice\n\n${head}${id}| status | state | |\n${rows(Invoice)}`,
    states: `### Invoice\n\n| State | Kind |\n| --- | --- |\n| ${state('draft')} | initial |\n| ${state('open')} | |\n| ${state('paid')} | final |\n${kept.map(({ name }) => `| ${name} | final |\n`).join('')}\n| Transition | From | To | Trigger |\n| --- | --- | --- | --- |\n| send | ${state('draft')} | ${state('open')} | after 3 days |\n| pay | ${state('open')} | ${state('paid')} | |\n${kept.map(({ uid, name }) => `| go_${uid} | ${state('open')} | ${name} | after 9 days |\n`).join('')}`,
    endpoints: `| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` |\n| read Invoice | ${read.method} | ${read.path} | | ${read.status} \`${shape}\` |\n${update.there ? `${updateRow}\n` : ''}| pay Invoice | ${pay.method} | ${pay.path} | \`{ why?: Invoice.${nameOf(model, 'memo')}, items?: { a?: Line, b?: Line(${names(model.picks.line)})[] } }\` | ${pay.status} \`{ of: Invoice(${names(model.picks.sent)}) }\` |\n| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[], next?: next cursor }\` |\n\n### list Invoice\n\n| Parameter | Maps to | Constraints |\n| --- | --- | --- |\n| limit | page size | |\n| cursor | cursor | |\n| sort | sort ${names(model.sort)} | |\n${model.parameters.map((parameter) => parameterRow(model, parameter)).join('\n')}`,
    authentication: 'None.',
    events: `| Event | When | Payload |\n| --- | --- | --- |\n${model.events.map(({ name }) => `| ${name} | pay Invoice | \`${shape}\` |`).join('\n')}`,
    errors: `| Code | Status | Condition |\n| --- | --- | --- |\n${model.codes.map(codeRow).join('\n')}`,
    limits: `| Limit | Kind | Applies to | Value |\n| --- | --- | --- | --- |\n| wait | timeout | all | ${model.wait} |\n| pages | page size | list Invoice | ${model.pages} |`,
  };
}

function parameterRow(model: Model, { name, field, required, literal, range }: Parameter): string {
  const path =
    field === 'email' ? `${nameOf(model, 'customer')}.${nameOf(model, 'email')}` : nameOf(model, field ?? '');
  const constraints = [required ? 'required' : '', literal === undefined ? '' : `default ${literal}`, range ?? ''];
  const means = field === undefined ? 'input string' : `filter ${path} =`;
  return `| ${name} | ${means} | ${constraints.filter((constraint) => constraint !== '').join('; ')} |`;
}

const conditions: Readonly<Record<string, readonly [status: string, condition: string]>> = {
  wrong_state: ['409', 'wrong state'],
  bad: ['422', 'invalid input'],
  slow: ['503', 'timed out'],
};

function codeRow({ uid, name, status }: Model['codes'][number]): string {
  const [usual, condition] = conditions[uid] ?? ['404', 'not found'];
  return `| ${name} | ${status ?? usual} | ${condition} |`;
}
