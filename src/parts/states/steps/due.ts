import type { StepDefinition } from '../../../contracts/definition.ts';
import { mayChangeFound } from '../../../plan/kinds.ts';
import { getTimePlan, listTimers } from '../../../plan/records/timed.ts';
import { formatDuration } from '../../../text/numbers/duration.ts';

/** Runs a timed transition that is due on the loaded record, before the request looks at its state. */
export const due: StepDefinition = {
  plan({ operation, resource }) {
    if (resource === undefined || !mayChangeFound(operation) || listTimers(resource).length === 0) return [];
    return resource.machines.flatMap(({ transitions }) =>
      transitions.flatMap((row) => {
        const time = getTimePlan(row);
        if (time === undefined) return [];
        const when = time.kind === 'after' ? `after ${formatDuration(time.milliseconds)}` : `at ${time.field}`;
        return [{ words: `take ${row.name} first if it is due (${when}): ${row.words}`, line: row.line }];
      }),
    );
  },
  create({ resource, due: isDue }) {
    const { name } = resource!.plan;
    return (ctx) => {
      return ctx.row !== undefined && isDue!(name, ctx.row, ctx.now) ? 'due first' : undefined;
    };
  },
};
