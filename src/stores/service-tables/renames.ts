/** The service tables that a database of an older Nonet has under another name. */
export const renamedTables: readonly (readonly [former: string, present: string])[] = [
  ['nonet_ended', 'nonet_unsubscribed'],
  ['nonet_place', 'nonet_slot'],
  ['nonet_referred', 'nonet_reference_target'],
  ['nonet_outcome', 'nonet_idempotency'],
];

/** The index of a database whose deliveries have the states of an older Nonet. */
export const formerStateIndex = 'nonet_delivery_under_way';

/** The statements that give deliveries their present states, and drop the index over a former one. */
export const renameStates: readonly string[] = [
  `UPDATE nonet_delivery SET state = 'blocked' WHERE state = 'held'`,
  `UPDATE nonet_delivery SET state = 'in flight' WHERE state = 'under way'`,
  `DROP INDEX ${formerStateIndex}`,
];
