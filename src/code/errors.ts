import type { Plan } from '../plan/plan.ts';
import type { AnswerMember, AnswerShape } from '../plan/shape.ts';
import type { Compiled, ErrorFacts } from '../steps/compiled.ts';
import type { FieldProblem } from '../steps/record.ts';
import { phraseOf } from './phrases.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Makes the texts of refusals: problem details (RFC 9457), or the document's own shape; at a gap an `about:blank` problem. */
export function errorBodyOf(plan: Plan): Compiled['errorBody'] {
  const body = plan.errors.body;
  if (body?.kind === 'shape') {
    const type = plan.media.answer[0] ?? 'application/json';
    return (facts) => ({ type, text: JSON.stringify(shaped(body.shape, facts) ?? null) });
  }
  const begun = new Map<string, string>();
  return (facts) => {
    const { status, code = '', message = '', base, fields } = facts;
    // Between two refusals of one row only the instance differs, and the fields.
    const row = `${status} ${code} ${base} ${message}`;
    let text = begun.get(row);
    if (text === undefined) {
      text = `${JSON.stringify(detailsOf(facts)).slice(0, -1)},"instance":"`;
      if (begun.size < mostBegun) begun.set(row, text);
    }
    // An instance has nothing in it that JSON would escape.
    text += instanceOf(facts.traceId);
    const errors =
      fields === undefined || fields.length === 0 ? '"}' : `","errors":${JSON.stringify(fields.map(plainEntry))}}`;
    return { type: 'application/problem+json', text: text + errors };
  };
}

/** Code may raise one error with ever new messages. */
const mostBegun = 1_000;

/** What all refusals of one row have in common. */
function detailsOf(facts: ErrorFacts): Entry {
  const { status, code, base } = facts;
  return {
    type: code === undefined ? 'about:blank' : `${base.replace(/\/$/, '')}/docs#errors-${encodeURIComponent(code)}`,
    title: titleOf(facts),
    status,
    ...(code === undefined ? {} : { code }),
  };
}

function titleOf({ code, message, status }: ErrorFacts): string {
  return code === undefined || message === undefined || message === '' ? phraseOf(status) : message;
}

/** A trace id (W3C, 32 hexadecimal digits) as a URN; any other id under a name of its own. */
function instanceOf(traceId: string): string {
  if (!/^[0-9a-f]{32}$/.test(traceId)) return `urn:nonet:trace:${encodeURIComponent(traceId)}`;
  const part = (from: number, to: number): string => traceId.slice(from, to);
  return `urn:uuid:${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
}

function plainEntry({ pointer, parameter, message }: FieldProblem): Entry {
  return parameter === undefined ? { pointer: pointer ?? '', message } : { parameter, message };
}

/** By the pointer, or the parameter's name: all that is wrong there. */
function byName(fields: readonly FieldProblem[]): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { pointer, parameter, message } of fields) {
    const name = parameter ?? pointer ?? '';
    found.set(name, [...(found.get(name) ?? []), message]);
  }
  return Object.fromEntries(found);
}

function shaped(shape: AnswerShape, facts: ErrorFacts, field?: FieldProblem): unknown {
  switch (shape.kind) {
    case 'literal':
      return shape.value;
    case 'object':
      return members(shape.members, facts, field);
    case 'role':
      return field === undefined ? roleOf(shape, facts) : entryRole(shape.role, field);
    default:
      return undefined;
  }
}

function members(list: readonly AnswerMember[], facts: ErrorFacts, field?: FieldProblem): Entry {
  const made: Record<string, unknown> = {};
  for (const { name, optional, shape } of list) {
    const value = shaped(shape, facts, field);
    if (value !== undefined) made[name] = value;
    else if (!optional) made[name] = null;
  }
  return made;
}

function entryRole(role: string, { pointer, parameter, problem, message }: FieldProblem): unknown {
  if (role === 'pointer') return parameter ?? pointer ?? '';
  return role === 'problem' ? problem : role === 'message' ? message : undefined;
}

function roleOf(shape: AnswerShape & { readonly kind: 'role' }, facts: ErrorFacts): unknown {
  const { fields } = facts;
  const some = fields !== undefined && fields.length > 0;
  switch (shape.role) {
    case 'code':
      return facts.code;
    case 'status':
      return facts.status;
    case 'title':
    case 'message':
      return titleOf(facts);
    case 'instance':
      return instanceOf(facts.traceId);
    case 'trace id':
      return facts.traceId;
    case 'fields':
      if (!some) return undefined;
      return fields.map((one) => (shape.members === undefined ? plainEntry(one) : members(shape.members, facts, one)));
    case 'fields by name':
      return some ? byName(fields) : undefined;
    default:
      return facts.own !== undefined && Object.hasOwn(facts.own, shape.role) ? facts.own[shape.role] : undefined;
  }
}
