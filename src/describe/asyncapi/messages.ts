import type { JsonSchema } from '../../parts/registry.ts';
import { leftEvent } from '../../plan/leaving.ts';
import type { EventPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeMessageHeaders, formatCause } from '../deliveries.ts';
import type { EventExample } from '../examples/exchange.ts';
import { type Components, describeType } from '../schemas/index.ts';
import { leftMeaning, showLeftMessage, showMessage } from '../wire/messages.ts';
import { capitalize, joinDescriptions, toPascal, toSentence, toWords } from '../words.ts';
import type { Route } from './channels.ts';

/** The context of the messages of a description. */
interface MessageContext {
  readonly plan: WholePlan;
  readonly schemas: Components;
  readonly events: readonly EventExample[];
}

/** Describes the message by which a delivery sends an event: its headers, its payload, and an event that was emitted. */
export function describeMessage(context: MessageContext, route: Route, event: EventPlan): JsonSchema {
  const { contentType, type } = showMessage(context.plan, event, route.delivery);
  const { meaning, when, name, resource } = event;
  const causes = [...new Set(when.map(formatCause))];
  const headers = describeMessageHeaders(context.plan, route.delivery, event);
  const example = context.events.find((one) => one.event === name && one.delivery === route.delivery.kind);
  return {
    name: event.name,
    title: capitalize(toWords(toPascal(event.name))),
    summary: meaning === undefined ? `An event of type ${event.name}.` : toSentence(meaning),
    description: joinDescriptions([
      causes.length === 0 ? `An event of type \`${name}\`.` : `Sent after ${causes.join(', ')}.`,
    ]),
    contentType,
    headers,
    payload: describeType(context.schemas, type),
    ...(resource === undefined ? {} : { tags: [{ name: resource }] }),
    ...(example === undefined ? {} : { examples: [describeExample(headers, example)] }),
    'x-nonet-line': event.line,
  };
}

/** Describes the message by which a stream says that a record no longer fits. */
export function describeLeft({ plan, schemas }: MessageContext, { delivery, leaving }: Route): JsonSchema {
  const { contentType, type } = showLeftMessage(plan, leaving, delivery);
  return {
    name: leftEvent,
    title: capitalize(leftEvent),
    summary: toSentence(leftMeaning),
    description:
      'Sent in place of an event after which the record no longer fits, to subscribers for whom it fitted before.',
    contentType,
    headers: describeMessageHeaders(plan, delivery, { name: leftEvent }),
    payload: describeType(schemas, type),
    'x-nonet-line': delivery.line,
  };
}

/** An event that was emitted, with the headers that are described. */
function describeExample(headers: JsonSchema, { headers: sent, body, event }: EventExample): JsonSchema {
  const described = Object.keys((headers.properties ?? {}) as object);
  const lower = new Map(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  const shown = described.flatMap((name) => {
    const value = lower.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: toPascal(event),
    summary: 'An event of the examples.',
    headers: Object.fromEntries(shown),
    payload: body,
  };
}
