import type { Plan } from '../../plan/plan.ts';

/** An error of a webhook URL that the operator sets. */
export interface TargetError {
  readonly what: string;
  /** The line of the delivery; undefined for a setting that no delivery uses. */
  readonly line?: number;
}

/** Returns the lines of deliveries to settings, by the name of the setting. */
function collectTargetSettings({ deliveries }: Plan): ReadonlyMap<string, number> {
  return new Map(
    deliveries.flatMap(({ to, disabled, line }) =>
      to?.kind === 'setting' && disabled !== true ? [[to.name, line]] : [],
    ),
  );
}

/** Returns the errors of settings: missing ones, values that are not HTTP URLs, and settings that no delivery uses. */
export function findTargetErrors(plan: Plan, targets: ReadonlyMap<string, string> = new Map()): readonly TargetError[] {
  const names = collectTargetSettings(plan);
  const lacking = [...names].flatMap(([name, line]): TargetError[] =>
    targets.has(name) ? [] : [{ what: `the address of the setting ${name} is not given`, line }],
  );
  const wrong = [...targets].flatMap(([name, text]): TargetError[] => {
    if (!names.has(name)) return [{ what: `no delivery goes to a setting ${name}` }];
    const fits = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
    return fits ? [] : [{ what: `the setting ${name} is no address of http or https`, line: names.get(name)! }];
  });
  return [...lacking, ...wrong];
}

/** Throws if the setting of a delivery is missing or not a URL. */
export function needTargets(plan: Plan, targets: ReadonlyMap<string, string> | undefined): void {
  const [problem] = findTargetErrors(plan, targets);
  if (problem !== undefined) throw new Error(`${plan.document}:${problem.line ?? 0}: ${problem.what}`);
}
