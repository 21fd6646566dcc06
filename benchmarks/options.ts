import { parseArgs } from 'node:util';
import { positive, whole } from './command.ts';
import { type Operation, operations } from './requests.ts';

/** What is asked of the benchmark. */
export interface Options {
  readonly rounds: number;
  /** The processes of each server, one after the other, over which the rounds are spread. */
  readonly processes: number;
  /** Seconds of one slice: one server, one operation, one round. */
  readonly seconds: number;
  /** Seconds of load on each operation of each server before the first round. */
  readonly warm: number;
  readonly connections: number;
  readonly operations: readonly Operation[];
  /** The names of the servers; the first is compared with the others. */
  readonly targets: readonly string[];
  /** Measures the peers beside Nonet, in place of the yardsticks. */
  readonly peers: boolean;
  readonly json: boolean;
  readonly write: boolean;
  /** The operation whose CPU profile is wanted. */
  readonly profile: Operation | undefined;
  readonly help: boolean;
}

const usualTargets = 'nonet,node-sqlite,fastify-better-sqlite3';
const peerTargets = 'nonet,hono-drizzle,cap';

/** What `npm run bench -- --help` prints. */
export const usage = `npm run bench -- [options]

  --rounds N        rounds, at least 11 with --write (32)
  --processes N     processes of each server, one after the other, over which the rounds are spread (4)
  --seconds N       seconds of one slice (0.5)
  --warm N          seconds of load on each operation of each process before its first round (3)
  --connections N   keep-alive connections (16)
  --only A,B        of read, list, create, update
  --targets A,B     of nonet, node-sqlite, fastify-better-sqlite3, hono-node-sqlite, or of nonet-postgres, fastify-pg; the first
                    is compared with the others
  --peers           measure Nonet, hono-drizzle and cap: other ways to build the service (their packages are installed)
  --json            print the figures as JSON
  --write           write the tables into benchmarks/README.md, and docs/pictures/bench.svg; needs all four operations.
                    With --peers: the table of the peers
  --profile A       run the first target with --cpu-prof under the load of one operation, and print where its time went
`;

/** Reads the command line; throws with words where it cannot. */
export function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: 'string', default: '32' },
      processes: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '0.5' },
      warm: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      only: { type: 'string', default: operations.join(',') },
      targets: { type: 'string' },
      peers: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const rounds = whole('rounds', values.rounds);
  if (values.write && rounds < 11) throw new Error('--write wants at least 11 rounds');
  if (values.write && values.only !== operations.join(','))
    throw new Error('--write wants all operations, without --only');
  const processes = whole('processes', values.processes);
  if (processes > rounds) throw new Error('--processes must not be more than --rounds');
  return {
    rounds,
    processes,
    seconds: positive('seconds', values.seconds),
    warm: positive('warm', values.warm),
    connections: whole('connections', values.connections),
    operations: values.only.split(',').map(operationOf),
    targets: (values.targets ?? (values.peers ? peerTargets : usualTargets)).split(','),
    peers: values.peers,
    json: values.json,
    write: values.write,
    profile: values.profile === undefined ? undefined : operationOf(values.profile),
    help: values.help,
  };
}

function operationOf(text: string): Operation {
  const found = operations.find((operation) => operation === text);
  if (found === undefined) throw new Error(`there is no operation ${text}: ${operations.join(', ')}`);
  return found;
}
