import assert from 'node:assert/strict';
import test from 'node:test';
import { formatGroupValue } from '../../plan/figures.ts';
import type { AnswerMember, AnswerShape, InputShape } from '../../plan/shape.ts';
import { parseShape } from '../../shape/parse.ts';
import { createSource, type SourceText } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { createEnvironments } from './environments.ts';
import {
  type AnswerContext,
  type AnswerPlace,
  eventRoles,
  listRoles,
  type RequestPlace,
  resolveAnswer,
  resolveInput,
} from './shapes.ts';

const rest = ['Authentication', 'Events', 'Errors', 'Limits', 'Versioning'].map(
  (title) => `## ${title}\n\nNot shown.\n`,
);
const text = `# Shop

## What the service does

Not shown.

## Resources and their fields

### Customer

- Shown as: \`Customer(id, name)\`

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required |
| key | secret | assigned; shown once |

### Invoice

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| customer | ref Customer | required; create-only; on delete restrict |
| status | state | |
| lines | Line[] | required; 1..9 items |
| total | integer | = \`lines.size()\` |
| paid | integer | read-only; default 0 |
| kind | one of a, b | default a |
| memo | string or null | |
| note | string | write-only |
| log | string | internal |
| hash | password | |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required; 1..20 characters |
| price | integer | |

## States and transitions

### Invoice

| State | Kind |
| --- | --- |
| open | initial |
| paid | final |

## Endpoints

| Operation | Method | Path | Response |
| --- | --- | --- | --- |
| read Invoice | GET | /invoices/{id} | 200 |

${rest.join('\n')}`;
const { service } = readDocument(createSource('shop.md', text));
const environment = () => createEnvironments(service).response(service.endpoints.operations[0]!);
const wordsOf = (shape: string): SourceText => ({ text: shape, span: { start: 0, end: shape.length } });

function answer(place: AnswerPlace, shape: string, more: Partial<AnswerContext> = {}) {
  const context = { service, place, resource: 'Invoice', roles: [], environment, ...more };
  return resolveAnswer(parseShape(wordsOf(shape)).shape!, context);
}

function input(place: RequestPlace, shape: string, fixed: readonly string[] = []) {
  return resolveInput(parseShape(wordsOf(shape)).shape!, { service, place, resource: 'Invoice', fixed });
}

/** An answer as a line of text: `?` optional, `.x` a field, `->` an embedded record, `*` records. */
function told(shape: AnswerShape | undefined): string {
  const members = (list: readonly AnswerMember[]) =>
    `{${list.map((member) => `${member.name}${member.optional ? '?' : ''}:${told(member.shape)}`).join(' ')}}`;
  switch (shape?.kind) {
    case undefined:
      return 'nothing';
    case 'object':
      return members(shape.members);
    case 'field':
      return `.${shape.path.join('.')}`;
    case 'records':
      return `*${told(shape.item)}`;
    case 'children':
    case 'embedded':
      return `->${shape.resource}${told(shape.item)}`;
    case 'picked':
      return `.${shape.path.join('.')}${shape.list ? '*' : ''}${told(shape.item)}`;
    case 'literal':
      return JSON.stringify(shape.value);
    case 'cel':
      return '=';
    case 'groups':
      return `groups(${shape.members.map(({ name, shape: value }) => `${name}: ${formatGroupValue(value)}`).join(', ')})`;
    case 'figure':
      return `<${shape.figure} ${shape.field} ${shape.schema.type}>`;
    case 'role':
      return `<${shape.role}>`;
  }
}

/** A request as a line of text: `!` required, `=` only its present value, `@x` means the field x. */
function asked(shape: InputShape | undefined): string {
  if (shape?.kind === 'list') return `${asked(shape.item)}[]`;
  if (shape?.kind === 'literal') return JSON.stringify(shape.value);
  if (shape?.kind !== 'object') return shape === undefined ? 'nothing' : shape.schema.type;
  const members = shape.members.map((member) => {
    const marks = `${member.required ? '!' : ''}${member.unchanged ? '=' : ''}`;
    const otherwise = member.default === undefined ? '' : `(${JSON.stringify(member.default)})`;
    const inner = member.shape.kind === 'object' || member.shape.kind === 'list' ? asked(member.shape) : '';
    return `${member.name}${marks}${member.field === undefined ? '' : `@${member.field}`}${otherwise}${inner}`;
  });
  return `{${members.join(' ')}}`;
}

test('a bare resource in an answer is all that is not write-only, internal or a password', () => {
  const all = '{id:.id customer:.customer status:.status lines:.lines total?:.total paid:.paid kind:.kind memo:.memo}';
  const { shape, diagnostics } = answer('answer', 'Invoice');
  assert.deepEqual(diagnostics, []);
  assert.equal(told(shape).replaceAll('?', ''), all.replaceAll('?', ''));
  assert.equal(told(answer('payload', 'Invoice').shape), told(shape));
});

test('what is shown once stands in the answer of create alone', () => {
  const customer = { resource: 'Customer' };
  assert.equal(told(answer('create answer', 'Customer(all)', customer).shape), '{id:.id name:.name key:.key}');
  assert.equal(told(answer('answer', 'Customer(all)', customer).shape), '{id:.id name:.name}');
  assert.equal(answer('answer', 'Customer(key)', customer).diagnostics[0]?.code, 'shape/never-shown');
});

test('the bare name is what Shown as says; a ref given its resource embeds it', () => {
  const { shape, diagnostics } = answer('answer', 'Invoice(id, customer: Customer, lines: Line(text)[])');
  assert.deepEqual(diagnostics, []);
  assert.equal(told(shape), '{id:.id customer:->Customer{id:.id name:.name} lines:.lines*{text:.text}}');
});

test('all keeps everything, but takes away, a key adds or replaces', () => {
  const { shape, diagnostics } = answer('answer', 'Customer(all except name, self?: = self, kind: "customer")', {
    resource: 'Customer',
  });
  assert.deepEqual(diagnostics, []);
  assert.equal(told(shape), '{id:.id self?:= kind:"customer"}');
});

test('a list holds records and roles, and nothing of one record beside them', () => {
  const roles = { roles: listRoles };
  const good = answer('list answer', '{ data: Invoice(id)[], next: next cursor }', roles);
  assert.equal(told(good.shape), '{data:*{id:.id} next:<next cursor>}');
  assert.equal(told(answer('list answer', 'Invoice(id)[]', roles).shape), '*{id:.id}');
  assert.equal(told(answer('list answer', '{ id: Invoice.id }[]', roles).shape), '*{id:.id}');
  assert.equal(answer('list answer', '{ id: Invoice.id }', roles).diagnostics[0]?.code, 'shape/many-records');
  assert.equal(answer('list answer', '{ x: = total }', roles).diagnostics[0]?.code, 'expression/unknown-name');
});

test('envelopes and events are made of their roles', () => {
  const envelope = { roles: eventRoles, resource: undefined, environment: undefined };
  assert.equal(
    told(answer('envelope', '{ id: event id, data: payload }', envelope).shape),
    '{id:<event id> data:<payload>}',
  );
});

test('the answer of a handler shapes what it gives back', () => {
  assert.equal(
    told(answer('code answer', '{ best: Invoice(id), of: Line(text)[] }').shape),
    '{best:{id:.id} of:.of*{text:.text}}',
  );
  assert.equal(told(answer('code answer', 'Line(text)', { resource: undefined }).shape), '.{text:.text}');
});

test('a bare resource in a create request is what clients may send at creation', () => {
  const { shape, diagnostics } = input('create request', 'Invoice');
  assert.deepEqual(diagnostics, []);
  assert.equal(asked(shape), '{customer!@customer lines!@lines kind@kind("a") memo@memo note@note hash@hash}');
  const fixed = input('create request', 'Invoice', ['id', 'customer']);
  assert.equal(
    asked(fixed.shape),
    '{id@id customer@customer lines!@lines kind@kind("a") memo@memo note@note hash@hash}',
  );
});

test('in update and replace what may not be changed may be sent with its present value', () => {
  const members =
    'id=@id customer=@customer status=@status lines@lines total=@total paid=@paid kind@kind memo@memo note@note hash@hash';
  assert.equal(asked(input('update request', 'Invoice').shape), `{${members}}`);
  const whole = members.replace('lines@', 'lines!@').replace('kind@kind', 'kind@kind("a")');
  assert.equal(asked(input('replace request', 'Invoice').shape), `{${whole}}`);
});

test('the input of a transition means no fields of the record', () => {
  assert.equal(asked(input('input request', 'Line').shape), '{text! price}');
  assert.equal(
    asked(input('input request', '{ at: Invoice.total, lines?: Line[], v: 1 }').shape),
    '{at! lines{text! price}[] v!}',
  );
});

test('members of a request mean fields by `Invoice.x` and by their key', () => {
  const { shape, diagnostics } = input(
    'create request',
    '{ buyer: Invoice.customer, lines: Line(text)[], extra?: Line }',
  );
  assert.deepEqual(diagnostics, []);
  assert.equal(asked(shape), '{buyer!@customer lines!@lines{text!}[] extra{text! price}}');
});

test('constraints of a list stand where they hold', () => {
  const { shape } = input('input request', '{ lines: Invoice.lines, text: Line.text }');
  const members = shape?.kind === 'object' ? shape.members : [];
  const schemas = members.map((member) => (member.shape.kind === 'value' ? member.shape.schema : undefined));
  assert.equal(schemas[0]?.constraints?.[0]?.kind, 'range');
  assert.deepEqual(schemas[0]?.type === 'list' && schemas[0].item, { type: 'named', name: 'Line' });
  assert.equal(schemas[1]?.constraints?.length, 1);
});
