import type { StoreOptions } from '../../options.ts';
import { StoreError } from '../../store-error.ts';
import { createConnector, type Executor } from '../connection/connect.ts';
import { readConnectionSettings } from '../connection/opening/address.ts';
import { reading } from '../connection/opening/settings.ts';
import { refuseSharedSessions } from '../connection/pooled.ts';
import { ReplicaLink } from './link.ts';
import { createPositionReader, readApplied, readIdentity } from './position.ts';
import { ReplicaWatch } from './watch.ts';

/** The connection to a replica must open within this time, so that a start does not wait for one that is gone. */
const connectTimeoutMs = 2_000;

/** The number of slow reads that a replica runs at the same time for one instance. */
export const slowReads = 4;

/**
 * Opens the replica of a primary and watches it; undefined if none is named. A replica that cannot be reached is tried again each second. Throws a StoreError if the
 * address leads to a server that is not a replica of the primary.
 */
export async function openReplica(
  { readFrom, durability, platform }: StoreOptions,
  primary: Executor,
): Promise<ReplicaWatch | undefined> {
  if (readFrom === undefined) return undefined;
  const { address, wait } = readFrom;
  const settings = readConnectionSettings(readScheme(address));
  const patience = settings.connectTimeoutMs ?? connectTimeoutMs;
  const connect = createConnector(settings, reading, undefined, patience);
  const { shown } = settings;
  const watch = new ReplicaWatch({
    platform,
    shown,
    wait,
    position: createPositionReader(primary, durability),
    async open() {
      const connection = await connect();
      const cancel = platform.after(patience, () => void connection.end());
      try {
        await refuseSharedSessions(connection, connect, shown);
        if ((await readApplied(connection)) === undefined) throw new StoreError(notStandby(shown));
        const [theirs, ours] = await Promise.all([readIdentity(connection), readIdentity(primary)]);
        if (theirs !== ours) throw new StoreError(otherDatabase(shown));
        return new ReplicaLink(connection, connect, slowReads);
      } catch (error) {
        connection.end().catch(() => undefined);
        throw error;
      } finally {
        cancel();
      }
    },
  });
  await watch.begin();
  return watch;
}

function readScheme(address: string): string {
  const found = /^postgres(?:ql)?:(.+)$/.exec(address);
  if (found !== null) return found[1]!;
  throw new StoreError('The replica needs a `postgres:` address, such as `postgres://user@replica/database`.');
}

const notStandby = (shown: string): string =>
  `The server at ${shown} is not a standby of PostgreSQL. Let \`--read-from\` name a standby that replicates the server of \`--store\` by streaming, or leave it out.`;

const otherDatabase = (shown: string): string =>
  `The database ${shown} is not a copy of the one in \`--store\`. Let \`--read-from\` name the same database and schema on a standby of its server.`;
