import type { Incoming, VersionRefusal } from '../../../contracts/request-context.ts';
import { parseSignature, signatureParameter } from '../../../plan/files/signed-links.ts';
import type { Plan, VersionRowPlan } from '../../../plan/plan.ts';
import { parseVersionPath, type VersionPath } from '../../../plan/version/path.ts';
import { isOver } from '../../../plan/version/sunset.ts';
import { choose } from '../../endpoints/serve/accept.ts';
import { createTypeReader, listVersionMediaTypes } from './types.ts';

/** The version that a request is in. */
export interface Chosen {
  readonly version: VersionRowPlan;
  /** The path without the version, where it was there. */
  readonly path?: string;
  /** Why it cannot be served: `version` is then the top row. */
  readonly refusal?: VersionRefusal;
  /** The version that is served no more. */
  readonly retired?: VersionRowPlan;
  /** The refusal is of the path itself: nothing else is looked at. */
  readonly atOnce?: true;
}

type Placement = Plan['versioning']['placements'][number];

interface Named {
  readonly name: string;
  readonly placement: Placement;
}

/**
 * Makes what chooses the version of a request; undefined where there is one only. `routes`: whether any operation has a path.
 * Named several times it must be the same; not named it is what the first placement says. A version that is `gone` after its
 * sunset is served until the clock `now` reaches that day.
 */
export function createVersionChooser(
  plan: Plan,
  routes: (path: string) => boolean,
  now: () => number,
): ((incoming: Incoming) => Chosen) | undefined {
  const { versions, placements } = plan.versioning;
  const [top] = versions;
  if (top === undefined || (placements.length === 0 && top.status !== 'preview')) return undefined;
  const byName = new Map(versions.map((row) => [row.name, row]));
  const current = versions.find(({ status }) => status === 'current') ?? top;
  const served = new Set(listServedVersions(plan));
  const isServed = (version: VersionRowPlan): boolean => served.has(version.name) && !isOver(version, now);
  const readers = [...placements.map((placement) => createVersionReader(plan, placement)), ...createLinkReaders(plan)];
  const path = placements.find((placement) => placement.in === 'path');
  const inPath = parseVersionPath(plan);
  const strip = inPath && createVersionStripper(plan, inPath, byName, routes);
  const refuse = (condition: string, { in: place, name, line }: Placement, message: string): VersionRefusal => ({
    condition,
    line,
    fields: [{ parameter: name ?? place, problem: 'constraint', message }],
  });
  const listed = (): string =>
    `must be ${versions
      .filter(isServed)
      .map(({ name }) => name)
      .join(' or ')}`;
  const absent = placements[0];
  const settled = (
    version: VersionRowPlan | undefined,
    placement: Placement,
    beside: Pick<Chosen, 'path' | 'atOnce'>,
  ): Chosen => {
    if (version !== undefined && isServed(version)) return { version, ...beside };
    if (version === undefined || !isOver(version, now)) {
      return { version: top, ...beside, refusal: refuse('unknown version', placement, listed()) };
    }
    const message = `${version.name} is no longer supported: ${listed()}`;
    return { version: top, ...beside, refusal: refuse('retired version', placement, message), retired: version };
  };
  const settle = (all: readonly Named[], beside: Pick<Chosen, 'path' | 'atOnce'>): Chosen => {
    const [first] = all;
    if (first === undefined) {
      if (absent === undefined || absent.whenAbsent === 'current') return { version: current, ...beside };
      const version = byName.get(absent.whenAbsent);
      if (version !== undefined) return settled(version, absent, beside);
      return { version: top, ...beside, refusal: { ...refuse('version missing', absent, listed()), unnamed: true } };
    }
    const other = all.find(({ name }) => name !== first.name);
    if (other !== undefined) {
      const message = `must name the same version as ${first.placement.in === 'path' ? 'the path' : (first.placement.name ?? 'before')}`;
      return { version: top, ...beside, refusal: refuse('unknown version', other.placement, message) };
    }
    return settled(byName.get(first.name), first.placement, beside);
  };
  return (incoming) => {
    const all: Named[] = [];
    let beside: Pick<Chosen, 'path' | 'atOnce'> = {};
    const found = strip?.(incoming.path);
    if (found !== undefined) {
      all.push({ name: found.name, placement: path! });
      const version = byName.get(found.name);
      const isKnown = version !== undefined && isServed(version);
      beside = { path: found.rest, ...(isKnown ? {} : { atOnce: true as const }) };
    }
    for (const read of readers) read(incoming, all);
    return settle(all, beside);
  };
}

/** The names of the versions that requests may be in, newest first, those that are `gone` later too. */
export function listServedVersions({ versioning: { versions, older = [] } }: Plan): readonly string[] {
  return [...versions.slice(0, 1), ...older].map(({ name }) => name);
}

/**
 * Takes the version off a path. A name that is no listed version is one only where no path begins so and the rest is one of
 * this service.
 */
function createVersionStripper(
  plan: Plan,
  { before, behind }: VersionPath,
  known: ReadonlyMap<string, unknown>,
  routes: (path: string) => boolean,
): (path: string) => { readonly name: string; readonly rest: string } | undefined {
  const prefix = plan.base.prefix.replace(/\/$/, '');
  const start = `${prefix}${before}`;
  const named = new RegExp(`^([^/]+?)${RegExp.escape(behind)}(?=/|$)`);
  return (path) => {
    const found = path.startsWith(start) ? named.exec(path.slice(start.length)) : null;
    if (found === null) return undefined;
    const [all, name = ''] = found;
    const rest = `${prefix}${path.slice(start.length + all.length) || '/'}`;
    if (known.has(name)) return { name, rest };
    return !routes(path) && routes(rest) ? { name, rest } : undefined;
  };
}

type Reader = (incoming: Incoming, into: Named[]) => void;

function createVersionReader(plan: Plan, placement: Placement): Reader {
  const { name = '' } = placement;
  switch (placement.in) {
    case 'path':
      return () => undefined;
    case 'header': {
      const lower = name.toLowerCase();
      return (incoming, into) => {
        const value = incoming.header(lower);
        if (value !== undefined) into.push({ name: value.trim(), placement });
      };
    }
    case 'query':
      return ({ query }, into) => {
        // a name may be percent-encoded
        if (!query.includes(name) && !query.includes('%')) return;
        for (const value of new URLSearchParams(query).getAll(name)) into.push({ name: value, placement });
      };
    case 'media type':
      return createMediaTypeReader(plan, placement);
  }
}

/** Reads the version of a signed link where paths do not name it; none for a service without such links. */
function createLinkReaders({ operations, versioning: { versions, placements, older = [] } }: Plan): readonly Reader[] {
  const [placement] = placements;
  const all = [...operations, ...older.flatMap((version) => version.interface.operations)];
  const isNeeded = all.some(({ signed }) => signed !== undefined) && placements.every((each) => each.in !== 'path');
  if (placement === undefined || !isNeeded) return [];
  const known = new Set(versions.map(({ name }) => name));
  const read: Reader = ({ query }, into) => {
    if (!query.includes(signatureParameter)) return;
    for (const value of new URLSearchParams(query).getAll(signatureParameter)) {
      const { version } = parseSignature(value);
      if (version !== undefined && known.has(version)) into.push({ name: version, placement });
    }
  };
  return [read];
}

/** The version that Content-Type names, and of those that Accept names the one that it wants most. */
function createMediaTypeReader(plan: Plan, placement: Placement): Reader {
  const read = createTypeReader(plan, placement);
  const types = listVersionMediaTypes(plan);
  return (incoming, into) => {
    const sent = incoming.header('content-type');
    const own = sent === undefined ? undefined : read(sent);
    if (own !== undefined) into.push({ name: own, placement });
    const accept = incoming.header('accept');
    if (accept === undefined) return;
    const named = accept.split(',').flatMap((range) => (isRefused(range) ? [] : (read(range) ?? [])));
    if (named.length === 0) return;
    const wanted = choose(
      accept,
      types.filter((type) => named.includes(read(type)!)),
    );
    into.push({ name: (wanted === null ? undefined : read(wanted)) ?? named[0]!, placement });
  };
}

/** Whether a range of Accept says that the client does not want it (RFC 9110, section 12.4.2). */
function isRefused(range: string): boolean {
  return range.split(';').some((parameter) => /^q=0(?:\.0*)?$/i.test(parameter.trim()));
}
