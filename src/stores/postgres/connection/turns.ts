/** Orders the work of this process that wants the same things, such as a record or the numbers of a sequence: one at a time has each. */
export class Turns {
  /** The work that waits for each key that is taken, in order. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Returns whether a key is taken. */
  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Takes a key that is free. Returns false for one that is not: to wait for it here could be to wait in a circle. */
  take(key: string): boolean {
    if (this.#waiting.has(key)) return false;
    this.#waiting.set(key, []);
    return true;
  }

  /** Takes all keys, in one order for all, so that no two wait for each other. Resolves to false if a time of `performance.now()` passes first. */
  async takeAll(keys: Iterable<string>, until: number): Promise<boolean> {
    const taken: string[] = [];
    for (const key of [...keys].sort()) {
      if (!this.take(key) && !(await this.#wait(key, until))) {
        this.release(taken);
        return false;
      }
      taken.push(key);
    }
    return true;
  }

  /** Gives keys to the next that waits for each. */
  release(keys: Iterable<string>): void {
    for (const key of keys) {
      const next = this.#waiting.get(key)?.shift();
      if (next === undefined) this.#waiting.delete(key);
      else next();
    }
  }

  #wait(key: string, until: number): Promise<boolean> {
    const waiting = this.#waiting.get(key)!;
    return new Promise((resolve) => {
      const mine = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1);
        resolve(false);
      }, until - performance.now());
      waiting.push(mine);
    });
  }
}
