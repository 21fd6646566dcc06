/** Work that waits or runs. */
export interface Job {
  /** By whom it is asked for, the widest group first. */
  readonly whose: readonly string[];
  begin(): void;
  refuse(error: Error): void;
}

/** A fair queue of jobs. */
export interface Line {
  readonly waiting: number;
  join(job: Job): void;
  /** Takes the job out for which too many wait since this one joined: itself, or the last of who has more in the line. */
  trim(joined: Job): Job | undefined;
  /** Removes the next job from the queue and marks it as running; undefined if none may start now. */
  next(): Job | undefined;
  /** Marks a running job as ended. */
  end(job: Job): void;
  /** Takes a job out of the line that still waits. */
  leave(job: Job): void;
  /** Returns the waiting jobs. */
  all(): Job[];
}

/** So much may wait of one caller, and of all together. */
const mostOfOne = 64;
const mostOfAll = 1_000;

/** A group of callers, or a caller: its waiting jobs in order, and the number of running ones. */
interface Node {
  readonly inner: Map<string, Node>;
  readonly jobs: Job[];
  waiting: number;
  running: number;
}

const createNode = (): Node => ({ inner: new Map(), jobs: [], waiting: 0, running: 0 });

/**
 * Creates a queue that runs at most `most` jobs at the same time. The next job is of the group with the fewest running jobs, then of the
 * one served least recently, then likewise within the group. A caller uses at most half of the slots, a group all but one.
 */
export function createLine(most: number): Line {
  const root = createNode();
  const running = new Set<Job>();
  const perGroup = Math.max(1, most - 1);
  const perCaller = Math.max(1, Math.floor(most / 2));

  /** The nodes from the root to a caller. */
  const wayTo = ({ whose }: Job): readonly Node[] => {
    const way = [root];
    for (const name of whose.length === 0 ? [''] : whose) {
      const { inner } = way.at(-1)!;
      const node = inner.get(name) ?? createNode();
      inner.set(name, node);
      way.push(node);
    }
    return way;
  };
  const add = (job: Job, waiting: number, under: number): void => {
    const way = wayTo(job);
    for (const node of way) {
      node.waiting += waiting;
      node.running += under;
    }
    for (let i = way.length - 1; i > 0; i--) {
      if (way[i]!.waiting + way[i]!.running === 0) way[i - 1]!.inner.delete(job.whose[i - 1] ?? '');
    }
  };
  const mayBegin = (node: Node): boolean => node.running < (node.inner.size === 0 ? perCaller : perGroup);
  /** The first waiting job below a node that may start. */
  const pick = (node: Node): Job | undefined => {
    if (node.inner.size === 0) return node.jobs[0];
    const ready = [...node.inner].filter(([, child]) => child.waiting > 0 && mayBegin(child));
    for (const [name, child] of ready.toSorted(([, a], [, b]) => a.running - b.running)) {
      const job = pick(child);
      if (job === undefined) continue;
      // The served one goes to the end.
      node.inner.delete(name);
      node.inner.set(name, child);
      return job;
    }
    return undefined;
  };
  /** The nodes to the caller of whom most waits in the group of whom most waits. */
  const longest = (): readonly Node[] => {
    const way = [root];
    for (let node = root; node.inner.size > 0; way.push(node)) {
      node = [...node.inner.values()].reduce((found, child) => (child.waiting > found.waiting ? child : found));
    }
    return way;
  };
  const leave = (job: Job): void => {
    const { jobs } = wayTo(job).at(-1)!;
    const at = jobs.indexOf(job);
    if (at !== -1) jobs.splice(at, 1);
    add(job, at === -1 ? 0 : -1, 0);
  };

  return {
    get waiting() {
      return root.waiting;
    },
    join(job) {
      wayTo(job).at(-1)!.jobs.push(job);
      add(job, 1, 0);
    },
    trim(joined) {
      const own = wayTo(joined);
      const { jobs } = own.at(-1)!;
      if (!jobs.includes(joined)) return undefined;
      const tooMany = root.waiting > mostOfAll;
      if (!tooMany && jobs.length <= mostOfOne) return undefined;
      // The last job of the caller with the most waiting jobs is dropped.
      const other = tooMany ? longest() : own;
      const parted = other.findIndex((node, i) => node !== own[i]);
      const worse = parted !== -1 && other[parted]!.waiting > own[parted]!.waiting;
      const away = worse && jobs.length <= mostOfOne ? other.at(-1)!.jobs.at(-1)! : joined;
      leave(away);
      return away;
    },
    next() {
      if (running.size >= most) return undefined;
      const job = pick(root);
      if (job === undefined) return undefined;
      const { jobs } = wayTo(job).at(-1)!;
      jobs.shift();
      add(job, -1, 1);
      running.add(job);
      return job;
    },
    end(job) {
      if (running.delete(job)) add(job, 0, -1);
    },
    leave,
    all: () => collectJobs(root),
  };
}

function collectJobs(node: Node): Job[] {
  return [...node.jobs, ...[...node.inner.values()].flatMap(collectJobs)];
}
