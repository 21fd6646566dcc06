import type { Registry } from 'prom-client';
import type { Sample } from '../metrics/durations.ts';
import { families, type MetricFamily, processFamilies } from '../metrics/families.ts';

/** Returns the samples of each metric now, by its name in the code. */
export type Collect = () => Promise<Readonly<Record<string, readonly Sample[]>>>;

/** Metrics in the text format of Prometheus. */
export interface Exposition {
  readonly contentType: string;
  /** Collects and writes them; scrapes at the same time share one collection. */
  text(): Promise<string>;
}

/** Creates the text of the metrics of a process; `collect` is called for each scrape. */
export async function createExposition(collect: Collect): Promise<Exposition> {
  const { Registry } = (await import('prom-client')).default;
  const registry: Registry = new Registry();
  let samples: Awaited<ReturnType<Collect>> = {};
  for (const [key, { name, help, type }] of Object.entries<MetricFamily>({ ...families, ...processFamilies })) {
    // A metric of prom-client is whatever has a name and can be asked for its values.
    const get = async () => ({ name, help, type, aggregator: 'sum', values: samples[key] ?? [] });
    registry.registerMetric({ name, get } as unknown as Parameters<Registry['registerMetric']>[0]);
  }
  let running: Promise<string> | undefined;
  const scrape = async (): Promise<string> => {
    samples = await collect();
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    text: () => {
      running ??= scrape().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
