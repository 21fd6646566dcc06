import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { describeType } from '../../../expression/check.ts';
import type { ValueType } from '../../../expression/tree.ts';
import type { AnswerMember, AnswerShape } from '../../../plan/shape.ts';
import type { MemberSyntax } from '../../../shape/syntax.ts';
import { findNamed } from '../../../text/find-named.ts';
import type { SourceText } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { findResource } from '../../resolve/reach.ts';
import { resolveAnswer } from '../../resolve/shapes.ts';
import { createSymbolTable } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { Service } from '../../service.ts';
import { resolveBefore } from '../before.ts';
import { diagnostics } from '../diagnostics.ts';
import type { EmailModel } from '../model.ts';

/** An email against the rest of the document. */
export interface ResolvedEmail {
  /** The resource of its event's record; undefined without one. */
  readonly resource: string | undefined;
  /** Its values: `to`, and the value of each expression of its texts by `formatKey`. Left out without a record. */
  readonly values?: AnswerShape;
  readonly diagnostics: readonly Diagnostic[];
}

/** The name of the value of an expression: the same for the same text. */
export function formatKey({ text }: SourceText): string {
  return `= ${text.trim()}`;
}

/** Returns a token of the record, which no other response or payload than that of its create shows. */
function findToken(service: Service, resource: string, { text }: SourceText): AnswerShape | undefined {
  const model = findNamed(service.resources.resources, resource);
  const field = findNamed(model?.fields, text.trim());
  if (field === undefined || findFormat(field.type)?.digested !== true) return undefined;
  return {
    kind: 'cel',
    value: { op: 'path', root: 'record', steps: [{ name: field.name.value }], type: { kind: 'hash', of: 'token' } },
  };
}

/** Finds the record of an email and the values that it shows, and reports what is wrong with them. */
export function resolveEmail(service: Service, email: EmailModel): ResolvedEmail {
  const event = findNamed(service.events.events, email.event?.value);
  const resource = event && findResource(service, event);
  if (event === undefined || resource === undefined) {
    const isLost = event !== undefined && event.when.length > 0 && event.when.every(({ emitted }) => emitted);
    const lost = isLost ? [diagnostics['email-without-record'](email.event!.span, event.name.value)] : [];
    return { resource, diagnostics: lost };
  }
  const found: Diagnostic[] = [];
  const before = resolveBefore(service, resource, event);
  const environment = () => createEnvironments(service).email(resource, before);
  const context = { service, place: 'payload', resource, roles: [], environment } as const;
  const members = new Map<string, AnswerMember>();
  const resolve = (key: string, cel: SourceText): AnswerMember | undefined => {
    const { span } = cel;
    const token = findToken(service, resource, cel);
    // Only an event of creates alone knows the token.
    if (token !== undefined && before === 'never') return { name: key, optional: true, shape: token };
    if (token !== undefined) {
      found.push(diagnostics['email-token'](span, cel.text.trim(), resource));
      return undefined;
    }
    const member: MemberSyntax = { key: { value: key, span }, optional: true, shape: { kind: 'cel', cel, span } };
    const made = resolveAnswer({ kind: 'object', members: [member], span }, context);
    found.push(...made.diagnostics);
    return made.shape?.kind === 'object' ? made.shape.members[0] : undefined;
  };
  if (email.to !== undefined && !isNotShown(email.to)) {
    const to = resolve('to', email.to);
    if (to !== undefined) members.set('to', to);
    found.push(...checkAddress(service, resource, email.to, to));
  }
  for (const piece of [...(email.subject?.pieces ?? []), ...(email.text?.pieces ?? [])]) {
    if (typeof piece === 'string') continue;
    const key = formatKey(piece);
    const value = resolve(key, piece);
    if (value !== undefined) members.set(key, value);
    const type = getType(value);
    if (type !== undefined && !isText(type))
      found.push(diagnostics['email-value'](piece.span, piece.text.trim(), describeType(type)));
  }
  return { resource, values: { kind: 'object', members: [...members.values()] }, diagnostics: found };
}

function getType(member: AnswerMember | undefined): ValueType | undefined {
  return member?.shape.kind === 'cel' ? member.shape.value.type : undefined;
}

function checkAddress(
  service: Service,
  resource: string,
  to: SourceText,
  member: AnswerMember | undefined,
): readonly Diagnostic[] {
  const type = getType(member);
  if (type === undefined || isAddress(type)) return [];
  const fields = [...(createSymbolTable(service).fields(resource) ?? [])];
  const candidates = fields.flatMap(([name, field]) => (isAddress(field.type) ? [name] : []));
  return [diagnostics['email-to'](to.span, to.text.trim(), describeType(type), candidates)];
}

function isAddress(type: ValueType): boolean {
  if (type.kind === 'nullable') return isAddress(type.of);
  return type.kind === 'string' || (type.kind === 'list' && type.item.kind === 'string');
}

/** Whether people can read a value of a type in a sentence. */
function isText(type: ValueType): boolean {
  if (type.kind === 'nullable') return isText(type.of);
  if (type.kind === 'list') return type.item.kind !== 'list' && isText(type.item);
  return type.kind !== 'object' && type.kind !== 'map';
}
