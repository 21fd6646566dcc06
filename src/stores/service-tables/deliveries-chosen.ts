import type { DeliveryFilter, DeliveryState } from '../../contracts/deliveries.ts';
import type { ServiceDialect } from './dialect.ts';

/** The deliveries that a filter finds: in which tables, under which condition, and its values. */
export interface ChosenDeliveries {
  readonly from: readonly { readonly table: 'nonet_delivery' | 'nonet_settled_delivery'; readonly where: string }[];
  readonly values: readonly unknown[];
}

const states: Readonly<Record<'nonet_delivery' | 'nonet_settled_delivery', readonly DeliveryState[]>> = {
  nonet_delivery: ['blocked', 'waiting', 'in flight'],
  nonet_settled_delivery: ['delivered', 'failed'],
};

/** Computes the tables in which a filter finds deliveries. */
export function chooseDeliveries(filter: DeliveryFilter, { among, list }: ServiceDialect): ChosenDeliveries {
  const { ids, event, subscriber, after } = filter;
  const parts: (readonly [value: unknown, text: (hole: string) => string])[] = [
    [ids && list(ids), (hole) => among('id', hole)],
    [event, (hole) => `event = ${hole}`],
    [subscriber, (hole) => `${hole} IN (subscriber, way, subscription)`],
    [after, (hole) => `id > ${hole}`],
  ];
  const asked = parts.filter(([value]) => value !== undefined);
  const conditions = asked.map(([, text], at) => text(`$${at + 1}`));
  const tables = ['nonet_delivery', 'nonet_settled_delivery'] as const;
  const from = tables.flatMap((table) => {
    const wanted = states[table].filter((state) => filter.states.includes(state));
    if (wanted.length === 0) return [];
    // Written out, so that an index over one state is found.
    const stated =
      wanted.length === states[table].length
        ? []
        : [wanted.length === 1 ? `state = '${wanted[0]}'` : `state IN ('${wanted.join("', '")}')`];
    return [{ table, where: [...stated, ...conditions].join(' AND ') || 'TRUE' }];
  });
  return { from, values: asked.map(([value]) => value) };
}
