import type { LinkSigning } from '../../contracts/links.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { ModuleText } from '../module.ts';
import { createAddressReader, type GetOrigin, type ShowValue } from './addresses.ts';
import { createLinkReader } from './links.ts';
import { answerRuntime } from './runtime.ts';
import { createValueTexts, type ValueTexts } from './values.ts';

/** Writes the answers of a plan into a module. */
export interface Answers {
  readonly plan: Plan;
  /** The resources whose records expressions read. */
  readonly resources: readonly ResourcePlan[];
  readonly module: ModuleText;
  /** The name of the answer runtime. */
  readonly $: string;
  readonly values: ValueTexts;
  /** The name of the function that gives the URL of a resource's record, or undefined. */
  self(resource: string): string | undefined;
  /** The same for headers, in which a path alone is a valid address. */
  location(resource: string): string | undefined;
  /** The name of the function that gives the signed link to a file of a record: `(record, file)`. */
  link(resource: string, field: string): string;
  /** The text of a constant function `row → record` of a resource. */
  readonly toRecord: (resource: string) => string;
  /** Shows records in a previous version; left out: as they are. */
  readonly olderRecords?: OlderRecordCode;
}

/** How records are shown in an older version: names of functions. */
export interface OlderRecordCode {
  /** The resources of the present plan, whose records expressions read. */
  readonly resources: readonly ResourcePlan[];
  /** `record → older record` of a resource; nothing stays nothing. */
  down(resource: string): string;
  /** `older record → record`: what expressions read. */
  readonly present: string;
  /** The older name of a field by its present one; undefined where the older version has none. */
  field(resource: string, present: string): string | undefined;
  /** The present name of a field by its older one; undefined where there is none any more. */
  newer(resource: string, older: string): string | undefined;
  /** The older value of a field by its present name. */
  readonly value: ShowValue;
}

/** The text of a record as it is shown, from the text of the record itself. */
export function compileShownRecord({ olderRecords }: Answers, resource: string | undefined, text: string): string {
  return olderRecords === undefined || resource === undefined ? text : `${olderRecords.down(resource)}(${text})`;
}

/** The position of a shape in a response. */
export interface AnswerCodeContext {
  readonly resource: ResourcePlan | undefined;
  /** `r` is a row, not a record: only shapes that need nothing else can be written. */
  readonly row: boolean;
  /**
   * Whether the very schemas of the shape validated the values when they were stored: only then are those of some formats written without
   * escaping. Values of older versions and of stored events have passed other schemas.
   */
  readonly validated: boolean;
  /** Built-in values by name, as JavaScript expressions that return JSON. */
  readonly roles: Readonly<Record<string, string>>;
  /** Whether the record is the operation's own, not one inside or next to it. */
  readonly own: boolean;
  /** The parameters by which a caller chooses what is shown of the operation's own records. */
  readonly expand: ReadonlyMap<string, { readonly parameter: string; readonly shape: AnswerShape }>;
  readonly fields?: string;
  /** Whether a handler returned the values: they are checked. */
  readonly handled?: Handled;
  /** How the records of a list are gone through: the text of their list. */
  readonly list?: (item: AnswerShape) => string;
}

/** The code of a response that a handler returns. */
export interface Handled {
  /** Returns code for a list of records that a handler returned: undefined if it is not a list. */
  readonly listed: (records: AnswerShape & { readonly kind: 'records' }, list: string, handled: Handled) => string;
  /** The Response in the document. */
  readonly response: string;
  /** The members around this place in the Response, and in what code gives back, each with a dot. */
  readonly shown: string;
  readonly given: string;
  /** The object of the Response around the record, which handlers do not return. */
  readonly envelope: string;
}

/** A piece of JSON: a JavaScript text that gives it; `maybe`: or undefined where there is no value. `absent`: a condition of that. */
export interface JsonFragment {
  readonly text: string;
  readonly maybe?: true;
  readonly absent?: string;
}

/** Writes a built-in value that is left out if it is null. */
export function compileOptionalRole(text = `'null'`): JsonFragment {
  return { text, absent: `${text} === 'null'` };
}

/** Where clients reach a service. */
export interface AddressSettings {
  /** The base URL, if a setting names one. */
  readonly baseUrl?: string;
  /** The origin with which `self` begins if no base URL is known. */
  readonly origin?: GetOrigin;
  /** Signs links to files; left out: there are none. */
  readonly links?: LinkSigning;
  /** The version that links name in their signature; left out: paths name it, or there is one version. */
  readonly version?: string;
}

/** Begins the answers of a plan. */
export function createAnswerWriter(
  plan: Plan,
  module: ModuleText,
  at: AddressSettings,
  toRecord: Answers['toRecord'],
  olderRecords?: OlderRecordCode,
): Answers {
  const $ = module.constant(answerRuntime);
  const { resources } = olderRecords ?? plan;
  const { baseUrl, origin } = at;
  const addressesOf = (originOf?: GetOrigin): Answers['self'] => {
    const names = new Map<string, string | undefined>();
    return (resource) => {
      if (names.has(resource)) return names.get(resource);
      const address = createAddressReader({ ...plan, resources }, resource, baseUrl, originOf, olderRecords?.value);
      const name = address === undefined ? undefined : module.constant(address);
      names.set(resource, name);
      return name;
    };
  };
  return {
    plan,
    resources,
    module,
    $,
    values: createValueTexts(plan, module, $),
    self: addressesOf(origin),
    location: addressesOf(),
    link: createLinkNames({ ...plan, resources }, module, at, olderRecords),
    toRecord,
    ...(olderRecords === undefined ? {} : { olderRecords }),
  };
}

/** Declares the function of each field's links when it is first used. */
function createLinkNames(
  plan: Plan,
  module: ModuleText,
  at: AddressSettings,
  olderRecords?: OlderRecordCode,
): Answers['link'] {
  const names = new Map<string, string>();
  return (resource, field) => {
    const key = JSON.stringify([resource, field]);
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = module.constant(createLinkReader(plan, { resource, field }, at, olderRecords?.value));
    names.set(key, name);
    return name;
  };
}
