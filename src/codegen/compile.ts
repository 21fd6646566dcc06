import type { Compiled, CompiledResource } from '../contracts/compiled.ts';
import type { LinkSigning } from '../contracts/links.ts';
import type { Cipher, Platform } from '../contracts/platform.ts';
import { computeMaxWork } from '../plan/bodies/max-record-size.ts';
import type { Plan } from '../plan/plan.ts';
import { createLazyList } from '../plan/sets/lazy-list.ts';
import { findNamed } from '../text/find-named.ts';
import { type AddressSettings, createAnswerWriter } from './answers/writer.ts';
import { createChecks } from './check/checks.ts';
import { createErrorBody } from './errors.ts';
import { compileEvents } from './events.ts';
import { createModuleText } from './module.ts';
import { compileOperation } from './operations.ts';
import { createEncryptedStringMapper } from './records/encryption.ts';
import { isToken } from './records/tokens.ts';
import { declareRows } from './records.ts';
import { compileResource } from './resources.ts';
import { createRouter } from './router.ts';
import { resolveVersionAddress, topVersion } from './version/base.ts';

/** Settings of the code of a plan: the platform, and where clients reach the service. */
export type CompileSettings = Partial<Platform> &
  AddressSettings & {
    readonly cipher?: Cipher;
    /** The bytes of bodies that state no size. */
    readonly serverLimits?: { readonly maxBodySize?: number };
  };

/**
 * Makes the code of a plan, of each resource and operation when it is first used. Addresses begin with the base address of the settings,
 * else with the plan's own.
 */
export function compile(plan: Plan, settings: CompileSettings = {}): Compiled {
  const module = createModuleText(computeMaxWork(plan.operations, settings.serverLimits?.maxBodySize));
  const checks = createChecks(plan, module);
  const rows = new Map<string, string>();
  const toRecord = (name: string): string => {
    const known = rows.get(name);
    if (known !== undefined) return known;
    const resource = findNamed(plan.resources, name);
    if (resource === undefined) throw new Error(`a plan names the resource ${name} and does not hold it`);
    const made = declareRows(module, plan, resource, settings.cipher).toRecord;
    rows.set(name, made);
    return made;
  };
  const links: LinkSigning = { sign: undefined };
  const shown = resolveVersionAddress(plan, { ...settings, links }, topVersion(plan) ?? '');
  const answers = createAnswerWriter(shown.plan, module, shown.at, toRecord);
  const link = <T>(make: () => T): T => {
    module.link();
    return make();
  };
  const resources = new Map<string, CompiledResource>();
  const get = (name: string): CompiledResource | undefined => {
    const known = resources.get(name);
    const resource = findNamed(plan.resources, name);
    if (known !== undefined || resource === undefined) return known;
    const made = link(compileResource(checks, resource, settings.cipher));
    resources.set(name, made);
    return made;
  };
  const events = compileEvents(answers);
  return {
    plan,
    links,
    resources: { get },
    operations: createLazyList(plan.operations.length, (at) =>
      link(compileOperation(checks, answers, plan.operations[at]!)),
    ),
    events: link(() => events((name) => get(name)!.toRecord)),
    route: createRouter(plan),
    ...createSecretEncryption(plan, settings.cipher),
    decryptSecret: (kept) => settings.cipher?.decrypt(kept) ?? kept,
    errorBody: createErrorBody(plan),
  };
}

/** Creates the encryption of strings that may contain secrets of records; undefined if the plan has no secrets or they are stored unencrypted. */
function createSecretEncryption(plan: Plan, cipher: Cipher | undefined): Pick<Compiled, 'encryptSecret'> {
  const keeps = plan.resources.some(({ fields }) =>
    fields.some(({ schema }) => isToken(schema) || createEncryptedStringMapper(plan, schema) !== undefined),
  );
  return cipher === undefined || !keeps ? {} : { encryptSecret: (plain) => cipher.encrypt(plain) };
}
