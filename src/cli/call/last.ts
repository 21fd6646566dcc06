import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { readPathValue } from '../../plan/records/neighbours.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { Terminal } from '../shared/terminal.ts';

/** The identities of the last records that calls created or showed, by the address of the service and the resource. */
type Stored = { readonly [base: string]: { readonly [resource: string]: string } };

/** How many services are remembered. */
const mostServices = 50;

/** Remembers the last record of each resource of a service, between calls. */
export interface LastRecords {
  get(resource: string): string | undefined;
  set(resource: string, identity: string): void;
}

/** Opens the last records of a service, in a file of the user's own folder for state (XDG). A file that cannot be read or written holds none. */
export function openLastRecords(base: string, { environment }: Pick<Terminal, 'environment'>): LastRecords {
  const folder = environment.XDG_STATE_HOME ?? join(environment.HOME ?? homedir(), '.local', 'state');
  const file = join(folder, 'nonet', 'last-records.json');
  const stored = read(file);
  const own = new Map(Object.entries(stored[base] ?? {}).filter(([, identity]) => typeof identity === 'string'));
  return {
    get: (resource) => own.get(resource),
    set(resource, identity) {
      if (own.get(resource) === identity) return;
      own.set(resource, identity);
      const others = Object.entries(read(file)).filter(([known]) => known !== base);
      const all = Object.fromEntries([...others.slice(1 - mostServices), [base, Object.fromEntries(own)]]);
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`, { mode: 0o600 });
      } catch {
        // The next call states the identity.
      }
    },
  };
}

function read(file: string): Stored {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {};
  } catch {
    return {};
  }
}

/** Returns the identity that a response shows of the record of its operation. */
export function findShownIdentity(
  plan: Plan,
  operation: OperationPlan,
  status: number,
  body: unknown,
): string | undefined {
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  if (resource === undefined || operation.kind === 'delete') return undefined;
  const shape = listSuccesses(operation).find((response) => response.status === status)?.shape;
  const path = shape && findPath(shape, resource.identity);
  const value = path === undefined ? undefined : readPathValue(body, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Returns the path of a field of the record in a response. */
function findPath(shape: AnswerShape, field: string): readonly string[] | undefined {
  if (shape.kind !== 'object') return undefined;
  for (const { name, shape: inner } of shape.members) {
    if (inner.kind === 'field' && inner.path.join('.') === field) return [name];
    const path = findPath(inner, field);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
