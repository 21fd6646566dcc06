import type { Change, Verdict } from '../../diff/change.ts';
import type { ChangeEffect, ClientEffect } from '../../plan/whole.ts';
import { getLineNumber, slice } from '../../text/location.ts';
import { type Compared, listDifferences } from '../compare.ts';
import { buildPlan } from '../plan.ts';
import type { Service } from '../service.ts';
import { getServiceAtVersion } from '../versions.ts';

/**
 * Returns what `nonet compare` says of rows of Changes: the clients that break when they move to the version of the row. Rows
 * `behavior` are left out: what they describe is not part of an older interface.
 */
export function listChangeEffects(service: Service): readonly ChangeEffect[] {
  const { versions, changes } = service.versioning;
  const names = versions.map(({ name }) => name.value);
  const known = new Map<number, Compared>();
  const sideAt = (at: number): Compared => {
    const side = known.get(at) ?? serviceAt(service, names, at);
    known.set(at, side);
    return side;
  };
  return names.slice(0, -1).flatMap((name, at) => {
    const rows = changes.filter(
      (row) => row.version.value === name && row.where !== undefined && row.change.value !== 'behavior',
    );
    if (rows.length === 0) return [];
    const differences = listDifferences(sideAt(at + 1), sideAt(at));
    return rows.flatMap((row) => {
      const where = slice(service.source, row.where!.span);
      const found = differences.filter(({ rows: drafts }) =>
        drafts.some((draft) => draft.change === row.change.value && draft.where === where),
      );
      const effects = [...describe('requests', found), ...describe('responses', found)];
      return effects.length === 0 ? [] : [{ line: getLineNumber(service.source, row.span), effects }];
    });
  });
}

/** The service as a version shows it, as if the version were its newest. */
function serviceAt(service: Service, names: readonly string[], at: number): Compared {
  if (at === 0) return { service, plan: buildPlan(service) };
  const shown = getServiceAtVersion(service, names[at]!)!;
  const { versions, changes } = service.versioning;
  const versioning = {
    ...shown.versioning,
    versions: versions.slice(at),
    changes: changes.filter((row) => names.indexOf(row.version.value) >= at),
  };
  const cut = { ...shown, versioning };
  return { service: cut, plan: buildPlan(cut) };
}

function describe(direction: ClientEffect['direction'], changes: readonly Change[]): readonly ClientEffect[] {
  const verdicts = changes.map((change) => (direction === 'requests' ? change.requests : change.answers));
  const known = verdicts.filter((verdict): verdict is Verdict => verdict !== undefined);
  return [...new Map(known.map((verdict) => [`${verdict.class} ${verdict.client}`, verdict])).values()].map(
    (verdict) => ({
      direction,
      class: verdict.class,
      ...(verdict.client === undefined ? {} : { client: verdict.client }),
    }),
  );
}
