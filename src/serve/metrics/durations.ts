/** One line of a metric: its labels and its value. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** The name of the line where it is not that of the metric: `…_bucket`, `…_sum`, `…_count`. */
  readonly metricName?: string;
}

/** Upper bounds of the buckets, in milliseconds. */
const bounds: readonly number[] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];

/** A histogram of durations. Its buckets are allocated once; adding a duration allocates nothing. */
export class Durations {
  readonly #counts = new Float64Array(bounds.length + 1);
  #sum = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds a duration in milliseconds. */
  add(milliseconds: number): void {
    let at = 0;
    while (at < bounds.length && milliseconds > bounds[at]!) at++;
    this.#counts[at]!++;
    this.#sum += milliseconds;
    this.#count++;
  }

  /** Returns the lines of a histogram in seconds, with cumulative buckets. */
  toSamples(name: string, labels: Sample['labels']): readonly Sample[] {
    let total = 0;
    const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, at): Sample => {
      total += this.#counts[at]!;
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : bound / 1_000;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum / 1_000 },
      { metricName: `${name}_count`, labels, value: this.#count },
    ];
  }
}
