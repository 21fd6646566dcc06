import { env } from 'node:process';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { runs } from '../support/runs.ts';

/** So many callers do the same at the same moment. */
export const parallel = 50;

/** A document that is served, by as many instances as its store lets in. */
export interface Raced {
  readonly first: Served;
  /** The nth of many that ask at the same moment: each instance gets its share of them. */
  ask(nth: number): Served['ask'];
  close(): Promise<void>;
}

/** Where races are held: in one process, and on PostgreSQL between two instances. `rounds`: all of them by NONET_ROUNDS=1000. */
export const tracks: readonly {
  readonly name: string;
  rounds(usual: number): number;
  open(document: string): Promise<Raced>;
}[] = everyStore.map(([name, addressOf]) => {
  const shared = name !== 'on SQLite';
  return {
    name: shared ? `${name}, between two instances` : name,
    rounds: (usual) => Number(env.NONET_ROUNDS ?? runs(shared ? Math.ceil(usual / 4) : usual)),
    async open(document) {
      const address = await addressOf();
      const all = [await serve(document, {}, undefined, address)];
      if (shared) all.push(await serve(document, {}, undefined, address));
      return {
        first: all[0]!,
        ask: (nth) => all[nth % all.length]!.ask,
        async close() {
          for (const service of all.toReversed()) await service.close();
        },
      };
    },
  };
});
