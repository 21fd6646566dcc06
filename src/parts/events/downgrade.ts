import type { Older } from '../resolve/older.ts';
import type { OlderNames } from '../resolve/older-names.ts';
import { findResource } from '../resolve/reach.ts';
import type { EventsModel } from './model.ts';

/** Returns the events of an older version; later ones are left out. Deliveries stay unchanged, and emails are those of the present document. */
export function undo({ service }: Older, names: OlderNames): EventsModel {
  return {
    ...service.events,
    emails: [],
    events: service.events.events.flatMap((event) => {
      const name = names.event(event.name.value);
      if (name === undefined) return [];
      const { payload } = event;
      const shape = payload === undefined ? {} : { payload: names.shape(findResource(service, event), payload) };
      return [{ ...event, ...shape, name: { value: name, span: event.name.span } }];
    }),
  };
}
