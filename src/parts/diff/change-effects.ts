import type { Change, Verdict } from '../../diff/change.ts';
import type { ChangeEffect, ClientEffect } from '../../plan/whole.ts';
import { getLineNumber, slice } from '../../text/location.ts';
import { type Compared, listDifferences } from '../compare.ts';
import { buildPresentPlan } from '../plan.ts';
import type { Service } from '../service.ts';
import { getServiceAtVersion } from '../versions.ts';

/**
 * Returns what `nonet compare` says of rows of Changes: the clients that break when they move to the version of the row. Rows
 * `behavior` are left out: what they describe is not part of an older interface.
 */
export function listChangeEffects(service: Service): readonly ChangeEffect[] {
  const { versions, changes } = service.versioning;
  const names = versions.map(({ name }) => name.value);
  const rowsOf = Map.groupBy(changes, (row) => row.version.value);
  // each version is compared with the one above it and then with the one below: older sides are not kept
  let known: { readonly at: number; readonly side: Compared } | undefined;
  const sideAt = (at: number): Compared => {
    if (known?.at !== at) known = { at, side: serviceAt(service, names, at, rowsOf.get(names[at]!) ?? []) };
    return known.side;
  };
  return names.slice(0, -1).flatMap((name, at) => {
    const own = rowsOf.get(name) ?? [];
    const rows = own.filter((row) => row.where !== undefined && row.change.value !== 'behavior');
    if (rows.length === 0) return [];
    const now = sideAt(at);
    const differences = listDifferences(sideAt(at + 1), now);
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

/**
 * The service as a version shows it, as if the version were its newest. Of the rows of Changes it has those of the version alone: no
 * others take part in a comparison with the version below.
 */
function serviceAt(
  service: Service,
  names: readonly string[],
  at: number,
  rows: Service['versioning']['changes'],
): Compared {
  const shown = getServiceAtVersion(service, names[at]!)!;
  const versioning = { ...shown.versioning, versions: service.versioning.versions.slice(at), changes: rows };
  const cut = { ...shown, versioning };
  return { service: cut, plan: buildPresentPlan(cut) };
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
