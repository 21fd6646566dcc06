import type { RequestMeter, RequestMeters } from '../../contracts/meters.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';
import type { Plan } from '../../plan/plan.ts';
import { Durations, type Sample } from './durations.ts';

/** Request meters whose counts can be read. */
export interface ReadableMeters extends RequestMeters {
  durations(name: string): readonly Sample[];
  refusals(): readonly Sample[];
  rejections(): readonly Sample[];
}

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Counts requests in objects that are allocated when the service opens; a request without a refusal allocates nothing. */
class OperationMeter implements RequestMeter {
  readonly name: string;
  readonly byClass: readonly Durations[] = classes.map(() => new Durations());
  readonly byCode = new Map<string, number>();
  readonly #rejected: (line: number) => void;

  constructor(name: string, rejected: (line: number) => void) {
    this.name = name;
    this.#rejected = rejected;
  }

  count({ status, refused }: HttpResponse, milliseconds: number): void {
    this.byClass[Math.trunc(status / 100) - 1]?.add(milliseconds);
    if (status < 400) return;
    const { code = '', line } = refused ?? {};
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
    if (line !== undefined) this.#rejected(line);
  }
}

/** Creates the meters of a service: one for each operation and one for requests without an operation. */
export function createRequestMeters(plan: Plan): ReadableMeters {
  const older = (plan.versioning.older ?? []).map((version) => version.interface);
  const limits = new Map([...older, plan].flatMap((version) => version.limits.map(({ line, name }) => [line, name])));
  const rejected = new Map([...limits.values()].map((name) => [name, 0]));
  const reject = (line: number): void => {
    const limit = limits.get(line);
    if (limit !== undefined) rejected.set(limit, rejected.get(limit)! + 1);
  };
  const meters = new Map<string, OperationMeter>();
  const meterOf = (operation = ''): OperationMeter => {
    const meter = meters.get(operation) ?? new OperationMeter(operation, reject);
    meters.set(operation, meter);
    return meter;
  };
  return {
    meterOf,
    durations: (name) =>
      [...meters.values()].flatMap((meter) =>
        classes.flatMap((status, at) => {
          const durations = meter.byClass[at]!;
          return durations.count === 0 ? [] : durations.toSamples(name, { operation: meter.name, status });
        }),
      ),
    refusals: () =>
      [...meters.values()].flatMap(({ name, byCode }) =>
        [...byCode].map(([code, value]) => ({ labels: { operation: name, code }, value })),
      ),
    rejections: () => [...rejected].map(([limit, value]) => ({ labels: { limit }, value })),
  };
}
