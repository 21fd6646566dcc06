import type { ChangeRule } from '../../../changes/rule.ts';
import type { Comparison } from '../../comparing/comparison.ts';
import { allowsLess } from './allows-less.ts';
import { allowsMore } from './allows-more.ts';
import { attributeAdded } from './attribute-added.ts';
import { attributeRemoved } from './attribute-removed.ts';
import { attributeTypeChanged } from './attribute-type-changed.ts';
import { carrierAdded } from './carrier-added.ts';
import { carrierRemoved } from './carrier-removed.ts';
import { credentialNamedOtherwise } from './credential-named-otherwise.ts';
import { forAll } from './for-all.ts';
import { lifetimeLonger } from './lifetime-longer.ts';
import { lifetimeShorter } from './lifetime-shorter.ts';
import { notForAll } from './not-for-all.ts';
import { readsMore } from './reads-more.ts';
import { schemeAdded } from './scheme-added.ts';
import { schemeClosed } from './scheme-closed.ts';
import { schemeKindChanged } from './scheme-kind-changed.ts';
import { schemeRemoved } from './scheme-removed.ts';
import { scopeAdded } from './scope-added.ts';
import { scopeRemoved } from './scope-removed.ts';
import type { AccessPair, AttributePair, NewReading, SchemePair, ScopePair } from './subjects.ts';
import { whereChanged } from './where-changed.ts';
import { whereLooser } from './where-looser.ts';
import { whereTighter } from './where-tighter.ts';

/** What may differ in a Comparison. */
export const accessRules: readonly ChangeRule<Comparison>[] = [notForAll, forAll];

/** What may differ in a SchemePair. */
export const schemeRules: readonly ChangeRule<SchemePair>[] = [
  schemeAdded,
  schemeRemoved,
  schemeKindChanged,
  schemeClosed,
  carrierRemoved,
  carrierAdded,
  lifetimeShorter,
  lifetimeLonger,
  credentialNamedOtherwise,
];

/** What may differ in a ScopePair. */
export const scopeRules: readonly ChangeRule<ScopePair>[] = [scopeAdded, scopeRemoved];

/** What may differ in a AccessPair. */
export const audienceRules: readonly ChangeRule<AccessPair>[] = [
  allowsLess,
  allowsMore,
  whereTighter,
  whereLooser,
  whereChanged,
];

/** What may be found in a NewReading. */
export const readingRules: readonly ChangeRule<NewReading>[] = [readsMore];

/** What may differ in a AttributePair. */
export const attributeRules: readonly ChangeRule<AttributePair>[] = [
  attributeAdded,
  attributeRemoved,
  attributeTypeChanged,
];
