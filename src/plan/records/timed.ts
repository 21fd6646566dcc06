import type { ResourcePlan, TransitionPlan } from '../resource.ts';

/** A trigger that is a time. */
export type TimePlan = Exclude<NonNullable<TransitionPlan['trigger']>, { readonly kind: 'handler' }>;

/** The timer of records in one state: the rows of one transition with one time. */
export interface TimerPlan {
  /** The state field, and the state of the records that wait. */
  readonly field: string;
  readonly state: string;
  readonly transition: string;
  readonly time: TimePlan;
  /** Indexes into the transitions of the machine of `field`, in their order. */
  readonly rows: readonly number[];
  readonly line: number;
}

/** The time of a row that the time runs. */
export function getTimePlan({ trigger }: TransitionPlan): TimePlan | undefined {
  return trigger === undefined || trigger.kind === 'handler' ? undefined : trigger;
}

/** The name by which questions to a store mean the moment at which a state field was entered; no field has such a name. */
export function toEntryName(field: string): string {
  return `entry of ${field}`;
}

/** Returns the field that a timer counts from: that of `at`, else the entry timestamp. */
export function getTimerField({ field, time }: TimerPlan): string {
  return time.kind === 'at' ? time.field : toEntryName(field);
}

/** All that records of a resource wait for, in the document's order. */
export function listTimers({ machines }: Pick<ResourcePlan, 'machines'>): readonly TimerPlan[] {
  return machines.flatMap(({ field, transitions }) => {
    if (field === undefined) return [];
    const waits = new Map<string, TimerPlan & { readonly rows: number[] }>();
    for (const [index, row] of transitions.entries()) {
      const time = getTimePlan(row);
      if (time === undefined) continue;
      for (const state of row.from) {
        const key = JSON.stringify([state, row.name, time]);
        const known = waits.get(key);
        if (known === undefined) {
          waits.set(key, { field, state, transition: row.name, time, rows: [index], line: row.line });
        } else known.rows.push(index);
      }
    }
    return [...waits.values()];
  });
}
