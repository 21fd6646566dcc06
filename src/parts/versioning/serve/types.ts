import type { Plan } from '../../../plan/plan.ts';

type Placement = Plan['versioning']['placements'][number];

const hole = '{version}';

/** The media types that name a version, newest first; none where requests name it elsewhere. */
export function listVersionMediaTypes({
  versioning: { versions, placements },
}: Pick<Plan, 'versioning'>): readonly string[] {
  const patterns = placements.flatMap((placement) =>
    placement.in === 'media type' && placement.name !== undefined ? [placement.name] : [],
  );
  return patterns.flatMap((pattern) => versions.map(({ name }) => pattern.replace(hole, name)));
}

/** Reads the version out of a media type or range, in whatever letter case (RFC 9110, section 8.3.1); undefined where it names none. */
export function createTypeReader({ versioning }: Plan, { name = '' }: Placement): (type: string) => string | undefined {
  const [before = '', after = ''] = name.toLowerCase().split(hole);
  const known = new Map(versioning.versions.toReversed().map((row) => [row.name.toLowerCase(), row.name]));
  return (type) => {
    const end = type.indexOf(';');
    const whole = (end === -1 ? type : type.slice(0, end)).trim();
    const lower = whole.toLowerCase();
    if (lower.length <= before.length + after.length) return undefined;
    if (!lower.startsWith(before) || !lower.endsWith(after)) return undefined;
    const found = whole.slice(before.length, whole.length - after.length);
    return known.get(found.toLowerCase()) ?? found;
  };
}
