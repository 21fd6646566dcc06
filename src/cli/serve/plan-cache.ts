import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as modules from 'node:module';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Plan } from '../../plan/plan.ts';
import { internValue } from '../../plan/sets/interned.ts';

/** Identifies the built program. The build defines it; in a checkout, whose code may change at any time, it is not defined. */
declare const nonetBuild: string;

/** The texts that a plan is derived from. */
export interface Planned {
  /** The path of the document. */
  readonly file: string;
  readonly text: string;
  /** The text of its module; undefined if there is none. */
  readonly module: string | undefined;
}

/** The plan of one document in a folder. Each document has one file there, which its next plan replaces. */
export interface PlanCache {
  /** Returns the plan if it was written by the same program for the same texts; never throws. */
  read(): Plan | undefined;
  /** Replaces the plan in the folder. Does nothing if the folder cannot be written to. */
  write(plan: Plan): void;
}

/** Opens the cache next to the compiled code; undefined if the program runs from its sources or keeps no compiled code. */
export function openPlanCache(planned: Planned): PlanCache | undefined {
  // A named import would fail in Node 20, before the package says which Node it needs.
  const folder = typeof nonetBuild === 'undefined' ? undefined : modules.getCompileCacheDir?.();
  return folder === undefined ? undefined : createPlanCache(folder, nonetBuild, planned);
}

/** Creates the cache in a folder for a program. */
export function createPlanCache(folder: string, build: string, { file, text, module }: Planned): PlanCache {
  const path = join(folder, `plan-${hash(resolve(file)).toString('hex').slice(0, 16)}`);
  const key = hash(JSON.stringify([build, file, text, module ?? null]));
  return {
    read() {
      try {
        const stored = readFileSync(path);
        const bytes = stored.subarray(digestSize);
        return stored.subarray(0, digestSize).equals(hash(key, bytes)) ? internValue(deserialize(bytes)) : undefined;
      } catch {
        return undefined;
      }
    },
    write(plan) {
      const temporary = `${path}.${process.pid}`;
      try {
        const bytes = serialize(plan);
        writeFileSync(temporary, Buffer.concat([hash(key, bytes), bytes]), { mode: 0o600 });
        renameSync(temporary, path);
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
}

const digestSize = 32;

function hash(...parts: readonly (string | Uint8Array)[]): Buffer {
  const all = createHash('sha256');
  for (const part of parts) all.update(part);
  return all.digest();
}
