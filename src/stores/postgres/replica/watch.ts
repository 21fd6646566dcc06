import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../contracts/platform.ts';
import type { ReplicaStatus } from '../../../contracts/store.ts';
import { StoreError } from '../../store-error.ts';
import { createLagMeter } from './lag.ts';
import { type Follower, ReplicaError, type ReplicaLink } from './link.ts';
import { PositionError, type PrimaryPosition } from './position.ts';

/** The dependencies of a watch. */
export interface Watching {
  readonly platform: Platform;
  /** The address of the replica as it may be shown. */
  readonly shown: string;
  /** Opens the connections. Rejects if the replica cannot be reached, with a StoreError if it is not one of the primary. */
  open(): Promise<ReplicaLink>;
  position(): Promise<PrimaryPosition>;
  /** How long a read waits for the replica, in milliseconds. */
  readonly wait: number;
}

/** Between two looks at the replica, in milliseconds. */
const lookEvery = 1_000;
/** A replica that does not answer within this time cannot be reached. */
const patience = 2_000;
/** A read that waits for the replica asks it again after this time, in milliseconds. */
const askEvery = 2;
/** It is logged at most this often that the replica is lagging. */
const loggedEvery = 60_000;

/** Knows whether a replica may answer reads: it looks at it once a second, and keeps the connections to it. */
export class ReplicaWatch {
  #link: ReplicaLink | undefined;
  #state: ReplicaStatus['state'] = 'unreachable';
  #logged: ReplicaStatus['state'] = 'current';
  #lagLoggedAt = Number.NEGATIVE_INFINITY;
  /** The start of the primary with which the replica was compared. */
  #primary: string | undefined;
  #cancel = (): void => undefined;
  #ended = false;
  readonly #lag = createLagMeter();
  readonly #watching: Watching;

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** Looks for the first time. Rejects with a StoreError if the server is not a replica of the primary; not if it cannot be reached. */
  async begin(): Promise<void> {
    const failure = await this.#look();
    if (failure instanceof StoreError) throw failure;
    this.#repeat();
  }

  /** Resolves to the connections when the replica has applied each write that was committed before the call. */
  async current(): Promise<ReplicaLink> {
    const link = this.link();
    await this.reach(link, link.follower);
    return link;
  }

  /** Returns the connections. Throws a ReplicaError while the replica must not be used. */
  link(): ReplicaLink {
    const link = this.#link;
    if (link?.alive !== true || this.#state === 'unreachable') throw new ReplicaError('unreachable', 'no connection');
    if (this.#state === 'lagging') throw new ReplicaError('lagging', 'lagging since the last check');
    return link;
  }

  /**
   * Waits until the server of a connection has applied each write that was committed before the call. Rejects with a ReplicaError if
   * that takes too long.
   */
  async reach(link: ReplicaLink, follower: Follower): Promise<void> {
    const { bytes, server } = await this.#position();
    // The log of another primary, or of one that was restarted, may lack writes that the replica has applied.
    if (server !== this.#primary) throw new ReplicaError('unreachable', 'not yet compared with this primary');
    if (await this.#follows(link, follower, bytes)) return;
    this.#become('lagging');
    throw new ReplicaError('lagging', 'earlier writes are not applied yet');
  }

  status(): Pick<ReplicaStatus, 'state' | 'lag' | 'lagBytes'> {
    const state = this.#link?.alive === true ? this.#state : 'unreachable';
    if (state === 'unreachable') return { state };
    return { state, lag: this.#lag.milliseconds(performance.now()), lagBytes: this.#lag.bytes() };
  }

  /** Ends the watch and the connections. */
  end(): void {
    this.#ended = true;
    this.#cancel();
    this.#link?.end(new Error('the store is closed'));
  }

  async #position(): Promise<PrimaryPosition> {
    const at = performance.now();
    const position = await this.#watching.position();
    this.#lag.written(position.bytes, at);
    return position;
  }

  /** Returns whether the server of a connection applies everything up to a position while a read waits. */
  async #follows(link: ReplicaLink, follower: Follower, bytes: number): Promise<boolean> {
    for (const until = performance.now() + this.#watching.wait; follower.bytes < bytes; await sleep(askEvery)) {
      await link.during(follower.ask());
      this.#lag.applied(follower.bytes);
      if (follower.bytes < bytes && performance.now() >= until) return false;
    }
    return true;
  }

  /** Compares the replica with the primary; returns the error if it cannot be used. */
  async #look(): Promise<Error | undefined> {
    try {
      const link = await this.#open();
      // In this order: a replica that follows its primary is never ahead of it.
      await this.#answers(link, link.follower.ask());
      const applied = link.follower.bytes;
      this.#lag.applied(applied);
      const { bytes, server } = await this.#position();
      if (applied > bytes) throw new Error('it has applied writes that the primary does not have');
      this.#primary = server;
      const follows = await this.#answers(link, this.#follows(link, link.follower, bytes), this.#watching.wait);
      this.#become(follows ? 'current' : 'lagging');
    } catch (error) {
      if (error instanceof PositionError) return undefined;
      this.#link?.end(error as Error);
      this.#become('unreachable', error as Error);
      return error as Error;
    }
    return undefined;
  }

  /** Waits for an answer of the replica; ends its connections if that takes too long. */
  async #answers<T>(link: ReplicaLink, work: Promise<T>, longer = 0): Promise<T> {
    const why = new Error(`no answer within ${patience / 1_000} seconds`);
    const cancel = this.#watching.platform.after(patience + longer, () => link.end(why));
    try {
      return await work;
    } finally {
      cancel();
    }
  }

  async #open(): Promise<ReplicaLink> {
    if (this.#link?.alive === true) return this.#link;
    const link = await this.#watching.open();
    if (this.#ended) link.end(new Error('the store is closed'));
    this.#link = link;
    return link;
  }

  #repeat(): void {
    if (this.#ended) return;
    this.#cancel = this.#watching.platform.after(lookEvery, () => void this.#look().then(() => this.#repeat()));
  }

  #become(state: ReplicaStatus['state'], cause?: Error): void {
    this.#state = state;
    if (this.#ended || state === this.#logged) return;
    if (state === 'lagging') {
      if (performance.now() - this.#lagLoggedAt < loggedEvery) return;
      this.#lagLoggedAt = performance.now();
    }
    this.#logged = state;
    const { log } = this.#watching.platform;
    const facts = { replica: this.#watching.shown, ...this.status(), ...(cause && { error: cause.message }) };
    if (state === 'current') log.info(facts, 'the replica answers reads again');
    else log.warn(facts, `the replica is ${state}: the primary answers`);
  }
}
