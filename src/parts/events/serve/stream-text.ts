import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Channel, StreamedEvent } from '../../../contracts/streams.ts';
import { carries, leftEvent } from '../../../plan/leaving.ts';
import { createEventTexts } from './text.ts';

/** An event as a Server-Sent Event (WHATWG HTML, 9.2.5): its position, its kind, and each line of its text. */
export function formatEventBlock(position: string, kind: string, text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${position}\nevent: ${kind}\n${lines.join('')}\n`;
}

/** Makes the channel of a stream: an event is sent in the envelope of the first delivery to the stream that carries its type. */
export function createChannel({ plan, compiled, base, platform, operation }: OperationContext): Channel {
  const deliveries = plan.deliveries.filter(
    ({ to, disabled }) => disabled !== true && to?.kind === 'endpoint' && to.operation === operation.name,
  );
  const textOf = createEventTexts({ plan, compiled, base });
  const encoder = new TextEncoder();
  const nameOf = compiled.events.nameOf ?? ((kind: string) => kind);
  const bytesOf = ({ decoded, position }: StreamedEvent, left: boolean): Uint8Array | null => {
    const { kind, id } = decoded.event;
    const delivery = deliveries.find((candidate) => carries(candidate, kind));
    const name = nameOf(kind);
    if (delivery === undefined || name === undefined) return null;
    try {
      const { body } = textOf(decoded, delivery.envelope, left);
      return encoder.encode(formatEventBlock(position, left ? leftEvent : name, body));
    } catch (error) {
      platform.log.error({ error: String(error), event: id, kind }, 'failed to build an event for streams');
      return null;
    }
  };
  const once = (left: boolean): Channel['bytes'] => {
    const key = {};
    return (event) => {
      let bytes = event.texts.get(key);
      if (bytes === undefined) {
        bytes = bytesOf(event, left);
        event.texts.set(key, bytes);
      }
      return bytes ?? undefined;
    };
  };
  return { bytes: once(false), left: once(true) };
}
