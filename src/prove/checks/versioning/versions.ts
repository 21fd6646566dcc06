import type { PlayedRequest } from '../../../describe/examples/world.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection } from '../../rejections.ts';

/** Versions are served by their names; unknown and retired ones are rejected, and deprecated ones say so. */
export const versions: Check = {
  part: 'versioning',
  name: 'versions',
  says: 'A request names each version, one that does not exist and one that is no longer served.',
  cases: (prover) => {
    const { placements, versions: rows } = prover.plan.versioning;
    const [placement] = placements;
    const operation = prover.operations.find(
      ({ kind, segments }) => kind === 'list' && segments.every((segment) => segment.kind === 'fixed'),
    );
    // A version in the path may have other paths.
    if (placement === undefined || operation === undefined) return [];
    const { in: place, name: called = 'version' } = placement;
    if (place !== 'header' && place !== 'query') return [];
    const name = (version: string | undefined) => nameVersion(place, called, version);
    return [
      {
        line: placement.line,
        about: `${operation.name} in a version that does not exist`,
        run: () =>
          expectRejection(prover, operation, {
            conditions: ['unknown version'],
            words: 'in a version that does not exist',
            change: name('1999-01-01'),
          }),
      },
      ...(placement.whenAbsent === 'refused'
        ? [
            {
              line: placement.line,
              about: `${operation.name} without a version`,
              run: () =>
                expectRejection(prover, operation, {
                  conditions: ['version missing'],
                  words: 'without a version',
                  change: name(undefined),
                }),
            },
          ]
        : []),
      ...rows.flatMap((row, at): readonly Case[] => {
        const about = `${operation.name} in version ${row.name}`;
        if (row.status === 'retired') {
          const run = () =>
            expectRejection(prover, operation, {
              conditions: ['retired version'],
              words: `in version ${row.name}, which is retired,`,
              change: name(row.name),
            });
          return [{ line: row.line, about, run }];
        }
        return [
          {
            line: row.line,
            about,
            run: () =>
              serve(prover, operation, { ...row, isFollowed: rows[at - 1]?.released !== undefined }, name(row.name)),
          },
        ];
      }),
    ];
  },
};

/** Returns a change of a request that names a version, or none. */
function nameVersion(
  place: 'header' | 'query',
  name: string,
  version: string | undefined,
): (request: PlayedRequest) => PlayedRequest {
  return ({ path, headers, ...request }) => {
    if (place === 'header') {
      const others = Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name.toLowerCase()));
      return {
        ...request,
        path,
        headers: version === undefined ? others : { ...others, [name.toLowerCase()]: version },
      };
    }
    const [before = '', query = ''] = path.split('?');
    const search = new URLSearchParams(query);
    if (version === undefined) search.delete(name);
    else search.set(name, version);
    return { ...request, headers, path: search.size === 0 ? before : `${before}?${search}` };
  };
}

/** A version, and whether the day is known since which a newer one follows it. */
type Row = WholePlan['versioning']['versions'][number] & { readonly isFollowed: boolean };

async function serve(
  prover: Prover,
  operation: OperationPlan,
  { name, status, sunset, afterSunset, isFollowed }: Row,
  change: (request: PlayedRequest) => PlayedRequest,
): Promise<Outcome> {
  const isOver = afterSunset === 'gone' && sunset !== undefined && Date.parse(sunset) <= prover.ground.transport.now();
  if (isOver)
    return expectRejection(prover, operation, {
      conditions: ['retired version'],
      words: `in version ${name}, after its sunset,`,
      change,
    });
  const older = prover.plan.versioning.older?.find((one) => one.name === name);
  const hasPath =
    older === undefined ||
    older.interface.operations.some((one) => one.name === operation.name && one.path === operation.path);
  if (!hasPath) return unreached('the operation has another path in this version');
  if (isChanged(prover.plan, name, operation)) return unreached('the operation has other parameters in this version');
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const one = await prover.ground.send(change(prover.compose(trial)), { isForeign: older !== undefined });
  const { headers } = one.response;
  if (one.response.status >= 400) {
    if (one.response.status >= 500 && hasConversion(prover.plan, name))
      return unreached('an expression of Old responses may fail for a record: the response is then an internal error');
    if (!(await prover.succeeds(operation))) return unreached('the request in the present version got a rejection too');
    return violated(`version ${name} is served: \`${operation.name}\` succeeds`, String(one.response.status), one);
  }
  if (status !== 'deprecated') return proven;
  if (isFollowed && headers.deprecation === undefined)
    return violated(`responses in the deprecated version ${name} have the header Deprecation`, 'no such header', one);
  if (sunset !== undefined && headers.sunset === undefined)
    return violated(`responses in version ${name} have the header Sunset: its end is ${sunset}`, 'no such header', one);
  return proven;
}

type Change = WholePlan['versioning']['changes'][number];

/** The rows of Changes that an older version does not have. */
function listNewer({ versioning: { versions, changes } }: WholePlan, version: string): readonly Change[] {
  const at = versions.findIndex(({ name }) => name === version);
  const newer = new Set(versions.slice(0, at).map(({ name }) => name));
  return changes.filter((change) => newer.has(change.version));
}

/** Whether expressions compute values of responses in an older version. */
function hasConversion(plan: WholePlan, version: string): boolean {
  return listNewer(plan, version).some(({ stated }) => stated?.oldResponses?.startsWith('=') === true);
}

/** Whether a newer version has changed the operation itself. */
function isChanged(plan: WholePlan, version: string, { name }: OperationPlan): boolean {
  return listNewer(plan, version).some(({ operation }) => operation === name);
}
