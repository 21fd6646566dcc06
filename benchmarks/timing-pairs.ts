import { once } from 'node:events';
import { connect } from 'node:net';
import { hrtime } from 'node:process';

type Random = () => number;

/** A kept connection on which one request after the other is timed. */
export interface Timed {
  /** Sends a whole request; gives the microseconds until its answer was there, and its status. */
  send(text: string): Promise<{ readonly micros: number; readonly status: number }>;
  end(): void;
}

/** Connects to a server of this machine, to time its answers one by one. */
export async function timedConnection(port: number): Promise<Timed> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let got = '';
  let done: (() => void) | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    got += chunk;
    const head = got.indexOf('\r\n\r\n');
    if (head === -1) return;
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(got)?.[1] ?? 0);
    if (got.length >= head + 4 + length) done?.();
  });
  return {
    async send(text) {
      got = '';
      const answered = new Promise<void>((resolve) => {
        done = resolve;
      });
      const before = hrtime.bigint();
      socket.write(text);
      await answered;
      return { micros: Number(hrtime.bigint() - before) / 1000, status: Number(got.slice(9, 12)) };
    },
    end: () => void socket.destroy(),
  };
}

/** Two sets of times, taken in turn. */
export interface Pairs {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** Times two kinds of requests, so many of each, in pairs whose first is drawn; both must be answered by one status. */
export async function timedPairs(
  timed: Timed,
  count: number,
  random: Random,
  left: (i: number) => string,
  right: (i: number) => string,
): Promise<Pairs> {
  const times: { left: number[]; right: number[] } = { left: [], right: [] };
  const warm = Math.min(500, count);
  let status = 0;
  for (let i = -warm; i < count; i++) {
    const order = random() < 0.5 ? (['left', 'right'] as const) : (['right', 'left'] as const);
    for (const side of order) {
      const text = side === 'left' ? left(i + warm) : right(i + warm);
      const response = await timed.send(text);
      if (status === 0) status = response.status;
      if (response.status !== status) throw new Error(`answered by ${response.status} and by ${status}:\n${text}`);
      if (i >= 0) times[side].push(response.micros);
    }
  }
  return times;
}

/**
 * Welch's t of two sets of times; those above the 90th percentile of both together are left out, since they tell of the machine.
 * At 4.5 and more the two differ.
 */
export function welch({ left, right }: Pairs): { readonly t: number; readonly left: number; readonly right: number } {
  const all = [...left, ...right].sort((time, other) => time - other);
  const most = all[Math.floor(all.length * 0.9)]!;
  const [first, other] = [left, right].map((times) => moments(times.filter((time) => time <= most)));
  const t = (first!.mean - other!.mean) / Math.sqrt(first!.variance / first!.count + other!.variance / other!.count);
  return { t, left: first!.mean, right: other!.mean };
}

function moments(times: readonly number[]): {
  readonly mean: number;
  readonly variance: number;
  readonly count: number;
} {
  const count = times.length;
  const mean = times.reduce((sum, time) => sum + time, 0) / count;
  return { mean, variance: times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (count - 1), count };
}
