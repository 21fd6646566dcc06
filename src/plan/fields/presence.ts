import type { Assigned, FieldPlan, ResourcePlan } from '../resource.ts';

/** The values that may be missing: a request may name no program, a scheme may have no Lifetime, an issuer may know no name of a person, and passkeys alone have a key. */
const missing: ReadonlySet<string> = new Set([
  'session.expires_at',
  'session.user_agent',
  'sign_in.email',
  'sign_in.name',
  'sign_in.public_key',
]);

/** Whether a record that lacks the field gets the moment at which it is stored: of a session, that of its last use. */
export function isFilledByClock({
  assigned,
  assignedOnUpdate,
}: Pick<FieldPlan, 'assigned' | 'assignedOnUpdate'>): boolean {
  const isLastUse = assigned?.by === 'session' && assigned.value === 'used_at';
  return assignedOnUpdate === true || assigned?.by === 'clock' || isLastUse;
}

/** Whether `assigned from` a path gives some records no value. */
export function isSometimesGiven(path: string): boolean {
  return missing.has(path);
}

/** Whether the service gives each record a value; `sometimes` and `true` are what an older version shows of it. */
export function isAlwaysAssigned(assigned: Assigned | 'sometimes' | true | undefined): boolean {
  if (typeof assigned !== 'object') return assigned === true;
  if (assigned.by === 'session') return !isSometimesGiven(`session.${assigned.value}`);
  return assigned.by !== 'sign in' || !isSometimesGiven(`sign_in.${assigned.value}`);
}

/** Whether every stored record has a value in the field: an identity, a state, or what creation always sets. */
export function mustBePresent({ identity }: ResourcePlan, field: FieldPlan): boolean {
  if (field.name === identity || field.state === true) return true;
  return (field.required || isAlwaysAssigned(field.assigned)) && field.schema.nullable !== true;
}

/** Whether only records from before the default lack the field: each write that leaves it out or removes it sets the default. */
export function isKeptByDefault({ default: otherwise, schema }: Pick<FieldPlan, 'default' | 'schema'>): boolean {
  return otherwise !== undefined && schema.nullable !== true;
}

/** Whether a stored record may lack the field: nothing gives it a value, or it can be removed. */
export function mayBeAbsent(
  { identity, machines }: Pick<ResourcePlan, 'identity' | 'machines'>,
  field: Pick<FieldPlan, 'name' | 'schema' | 'required' | 'default' | 'state' | 'assignedOnUpdate'> & {
    readonly assigned?: Assigned | 'sometimes' | true;
  },
): boolean {
  const { name, schema, required, state, assigned, assignedOnUpdate } = field;
  if (schema.nullable === true || required || name === identity) return false;
  if (state === true) return machines.every((machine) => machine.field !== name);
  return !isAlwaysAssigned(assigned) && assignedOnUpdate !== true && field.default === undefined;
}
