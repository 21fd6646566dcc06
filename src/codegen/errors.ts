import type { Compiled, ErrorFacts } from '../contracts/compiled.ts';
import type { Plan } from '../plan/plan.ts';
import { getReasonPhrase } from './answers/phrases.ts';
import { createEntryReader } from './errors/entries.ts';
import { createFieldLocator } from './errors/places.ts';
import { renderDistinct, renderShape, toPlainEntry } from './errors/shaped.ts';
import { createWording } from './errors/wording.ts';

/** The parts of a plan that error responses are built from. */
type ErrorsPlan = Pick<Plan, 'errors' | 'media' | 'resources' | 'objects' | 'unions' | 'operations'>;

/** Makes the texts of refusals: problem details (RFC 9457), or the document's own shape; at a gap an `about:blank` problem. */
export function createErrorBody(plan: ErrorsPlan): Compiled['errorBody'] {
  const { body } = plan.errors;
  const entries = createEntryReader(createFieldLocator(plan), createWording(plan.errors.fields));
  if (body?.kind === 'shape') {
    const type = plan.media.answer[0] ?? 'application/json';
    return (facts) => {
      let known: ReturnType<typeof entries> | undefined;
      const refused = {
        role: (name: string) => getBuiltInValue(name, facts),
        entries: () => {
          known ??= entries(facts);
          return known;
        },
      };
      return { type, text: JSON.stringify(renderShape(body.shape, refused) ?? null) };
    };
  }
  const begun = new Map<string, string>();
  return (facts) => {
    const { status, code = '', message = '', base, fields } = facts;
    // Between two refusals of one row only the instance differs, and the fields.
    const row = `${status} ${code} ${base} ${message}`;
    let text = begun.get(row);
    if (text === undefined) {
      text = `${JSON.stringify(collectDetails(facts)).slice(0, -1)},"instance":"`;
      if (begun.size < mostBegun) begun.set(row, text);
    }
    // An instance has nothing in it that JSON would escape.
    text += toInstanceUri(facts.traceId);
    const none = fields === undefined || fields.length === 0;
    const errors = none ? '"}' : `","errors":${JSON.stringify(renderDistinct(entries(facts), toPlainEntry))}}`;
    return { type: 'application/problem+json', text: text + errors };
  };
}

/** Code may raise one error with ever new messages. */
const mostBegun = 1_000;

/** Collects the details that all errors of one row share. */
function collectDetails(facts: ErrorFacts): Readonly<Record<string, unknown>> {
  const { status, code, base } = facts;
  return {
    type: code === undefined ? 'about:blank' : `${base.replace(/\/$/, '')}/docs#errors-${encodeURIComponent(code)}`,
    title: getTitle(facts),
    status,
    ...(code === undefined ? {} : { code }),
  };
}

function getTitle({ code, message, status }: ErrorFacts): string {
  return code === undefined || message === undefined || message === '' ? getReasonPhrase(status) : message;
}

/** A trace id (W3C, 32 hexadecimal digits) as a URN; any other id under a name of its own. */
function toInstanceUri(traceId: string): string {
  if (!/^[0-9a-f]{32}$/.test(traceId)) return `urn:nonet:trace:${encodeURIComponent(traceId)}`;
  const part = (from: number, to: number): string => traceId.slice(from, to);
  return `urn:uuid:${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
}

function getBuiltInValue(name: string, facts: ErrorFacts): unknown {
  switch (name) {
    case 'code':
      return facts.code;
    case 'status':
      return facts.status;
    case 'title':
    case 'message':
      return getTitle(facts);
    case 'instance':
      return toInstanceUri(facts.traceId);
    case 'trace id':
      return facts.traceId;
    default:
      return facts.own !== undefined && Object.hasOwn(facts.own, name) ? facts.own[name] : undefined;
  }
}
