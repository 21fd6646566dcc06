import { isObject } from '../../plan/fields/is-object.ts';
import type { DeliveryPlan } from '../../plan/plan.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { ReceivedRequest } from '../world/exchanged.ts';

/** An event as it reached a subscriber. */
export interface Message {
  /** Left out: the delivery does not say it. */
  readonly type?: string | undefined;
  /** The ID of the event; left out: the delivery does not say it. */
  readonly id?: string | undefined;
  /** The identity of the record, where the envelope says it. */
  readonly subject?: string | undefined;
  readonly payload: unknown;
  /** The parsed body; undefined: it is not JSON. */
  readonly body: unknown;
  readonly text: string;
  /** Of a webhook. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a stream: where it goes on. */
  readonly position?: string;
  /** Of a webhook: milliseconds since 1970. */
  readonly at?: number;
}

/** Reads what a webhook sent. */
export function readWebhook(delivery: DeliveryPlan, { text, headers, at }: ReceivedRequest): Message {
  const opened = open(delivery, parse(text));
  return { ...opened, id: opened.id ?? headers['webhook-id'], text, headers, at };
}

/** Reads the events of a stream as far as they are complete. */
export function readStream(delivery: DeliveryPlan, text: string): readonly Message[] {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n').slice(0, -1);
  return blocks.flatMap((block): readonly Message[] => {
    const fields = block.split('\n').flatMap((line) => {
      const found = /^([a-z]+):(?: ?)(.*)$/.exec(line);
      return found === null ? [] : [[found[1]!, found[2]!] as const];
    });
    const all = (name: string): readonly string[] =>
      fields.flatMap(([field, value]) => (field === name ? [value] : []));
    const data = all('data').join('\n');
    if (data === '') return [];
    const opened = open(delivery, parse(data));
    const position = all('id').at(-1);
    return [
      {
        ...opened,
        type: opened.type ?? all('event').at(-1),
        text: data,
        headers: {},
        ...(position === undefined ? {} : { position }),
      },
    ];
  });
}

type Opened = Pick<Message, 'type' | 'id' | 'subject' | 'payload' | 'body'>;

/** Takes the payload out of the envelope. */
function open({ envelope }: DeliveryPlan, body: unknown): Opened {
  if (envelope === undefined) return { payload: body, body };
  if (!isObject(body)) return { payload: undefined, body };
  if ('named' in envelope) {
    const own = { type: textOf(body.type), payload: body.data, body };
    return envelope.named === 'cloudevents 1.0' ? { ...own, id: textOf(body.id), subject: textOf(body.subject) } : own;
  }
  const role = (name: string): unknown => readRole(envelope.shape, name, body);
  return { type: textOf(role('event type')), id: textOf(role('event id')), payload: role('payload'), body };
}

function readRole(shape: AnswerShape, role: string, body: unknown): unknown {
  if (shape.kind === 'role') return shape.role === role ? body : undefined;
  if (shape.kind !== 'object' || !isObject(body)) return undefined;
  return shape.members.reduce<unknown>(
    (found, member) => found ?? readRole(member.shape, role, body[member.name]),
    undefined,
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
