import { memo } from '../../../text/memo.ts';
import type { Service } from '../../service.ts';
import type { OtherEffectModel } from '../../states/model.ts';
import { collectDefinitions, findField } from '../definitions.ts';

/** The resources whose records the effects of other records create, or whose fields they set. */
export const findResourcesSetByEffects = memo((service: Service): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { resource, transitions } of service.states.machines)
    for (const { others } of transitions)
      for (const effect of others) note(service, resource.value, effect, new Map(), found);
  return found;
});

/**
 * Notes the resource of an effect by the types of its path alone: what is wrong with it is reported elsewhere. `variables`: the resource of each
 * variable, undefined for the item of a list.
 */
function note(
  service: Service,
  own: string,
  effect: OtherEffectModel,
  variables: ReadonlyMap<string, string | undefined>,
  found: Set<string>,
): void {
  if (effect.kind === 'each') {
    const inside = new Map([...variables, [effect.variable.value, effect.resource.value]]);
    note(service, own, effect.effect, inside, found);
  } else if (effect.kind === 'items') {
    const inside = new Map([...variables, [effect.variable.value, undefined]]);
    note(service, own, effect.effect, inside, found);
  } else if (effect.kind === 'when') note(service, own, effect.effect, variables, found);
  else if (effect.kind === 'create') found.add(effect.resource.value);
  else if (effect.kind === 'set') {
    const [first, second, third] = effect.path;
    if (variables.has(first?.value ?? '') && variables.get(first!.value) === undefined) {
      // The type of an item is not known here: any resource with such a field may be the one.
      for (const resource of service.resources.resources)
        if ([second, third].some((field) => field !== undefined && findField(resource, field.value) !== undefined))
          found.add(resource.name.value);
      return;
    }
    const variable = variables.get(first?.value ?? '');
    const named =
      variable === undefined
        ? findReferenced(service, own, first?.value)
        : (findReferenced(service, variable, second?.value) ?? variable);
    if (named !== undefined) found.add(named);
  }
}

function findReferenced(service: Service, resource: string, name: string | undefined): string | undefined {
  const holder = collectDefinitions(service).resources.get(resource);
  const type = holder && name !== undefined ? findField(holder, name)?.type : undefined;
  return type?.kind === 'ref' ? type.resource.value : undefined;
}
