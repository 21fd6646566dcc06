import type { Plan } from '../../plan/plan.ts';

/** What is wrong with the addresses that the operator sets. */
export interface TargetError {
  readonly what: string;
  /** The line of the delivery; none for a setting that no delivery asks for. */
  readonly line?: number;
}

/** The deliveries of a plan whose address is a setting, by its name. */
function collectTargetSettings({ deliveries }: Plan): ReadonlyMap<string, number> {
  return new Map(
    deliveries.flatMap(({ to, disabled, line }) =>
      to?.kind === 'setting' && disabled !== true ? [[to.name, line]] : [],
    ),
  );
}

/** Lists the settings that deliveries lack, those that are no address of http or https, and those that none asks for. */
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

/** Throws where a delivery's setting is missing or no address. */
export function needTargets(plan: Plan, targets: ReadonlyMap<string, string> | undefined): void {
  const [problem] = findTargetErrors(plan, targets);
  if (problem !== undefined) throw new Error(`${plan.document}:${problem.line ?? 0}: ${problem.what}`);
}
