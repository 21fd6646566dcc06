import type { MaybePromise } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { StoreLayout } from '../layout.ts';
import { countedFor } from '../quotas.ts';
import type { ServiceDialect } from './dialect.ts';
import { all } from './maybe.ts';
import type { Session } from './session.ts';
import { settleFor } from './settling.ts';

/** Counts the records of a database for its quotas, unless that was done for this very document; nobody writes meanwhile. */
export function settleQuotas(
  session: Session,
  dialect: ServiceDialect,
  { quote, counting }: { quote(name: string): string; counting(layout: StoreLayout): readonly string[] },
  plan: Plan,
  layout: StoreLayout,
): MaybePromise<void> {
  const counted = [...layout.values()].filter(({ quotas }) => quotas.length > 0);
  return settleFor(session, dialect, 'quotas', countedFor(plan, layout.values()), {
    locked: counted.map(({ table }) => quote(table)),
    work: () => all(counting(layout).map((text) => session.run(text))),
  });
}
