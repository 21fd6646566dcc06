/** Makes writes durable, and ends the process if it cannot. */
export interface Syncing {
  /** Brings all that was committed before the call onto the disk. */
  sync(): Promise<void>;
  /** A sync failed: committed data may be lost, and no later sync would report it. Ends the process. */
  failed(error: unknown): void;
}

/** A write that waits until it is durable. */
export interface Waiting {
  durable(): void;
  lost(error: unknown): void;
}

/** Syncs sequentially; each sync serves all writes before its start. */
export interface Syncer {
  /** Notifies them when all present commits are durable. */
  add(waiting: readonly Waiting[]): void;
  /** Something committed is not yet durable. */
  readonly busy: boolean;
  /** A sync has failed: nothing may be promised any more. */
  readonly broken: boolean;
}

/** Makes a syncer; without `syncing` everything counts as durable once it is committed. */
export function createSyncer(syncing: Syncing | undefined): Syncer {
  let waiting: Waiting[] = [];
  let underWay = false;
  let broken: { readonly error: unknown } | undefined;
  const begin = ({ sync, failed }: Syncing): void => {
    const group = waiting;
    waiting = [];
    underWay = true;
    const end = (error: unknown): void => {
      broken = { error };
      for (const each of group) each.lost(error);
      for (const otherWaiting of waiting) otherWaiting.lost(error);
      waiting = [];
      underWay = false;
    };
    sync().then(
      () => {
        underWay = false;
        for (const each of group) each.durable();
        if (waiting.length > 0) begin({ sync, failed });
      },
      (error: unknown) => {
        // First of all, so that no client gets a response before the process ends.
        failed(error);
        end(error);
      },
    );
  };
  return {
    add(more) {
      if (broken !== undefined) for (const each of more) each.lost(broken.error);
      else if (syncing === undefined) for (const each of more) each.durable();
      else {
        waiting = waiting.length === 0 ? [...more] : waiting.concat(more);
        if (!underWay) begin(syncing);
      }
    },
    get busy() {
      return underWay;
    },
    get broken() {
      return broken !== undefined;
    },
  };
}
