import type { ChangeRule } from '../../../changes/rule.ts';
import { chosenOtherwise } from './chosen-otherwise.ts';
import { codeTriggerChanged } from './code-trigger-changed.ts';
import { effectChanged } from './effect-changed.ts';
import { fieldBound } from './field-bound.ts';
import { fieldUnbound } from './field-unbound.ts';
import { fromNarrower } from './from-narrower.ts';
import { fromWider } from './from-wider.ts';
import { guardChanged } from './guard-changed.ts';
import { guardLooser } from './guard-looser.ts';
import { guardTighter } from './guard-tighter.ts';
import { initialStateChanged } from './initial-state-changed.ts';
import { machineAdded } from './machine-added.ts';
import { machineRemoved } from './machine-removed.ts';
import { operationLimited } from './operation-limited.ts';
import { operationUnlimited } from './operation-unlimited.ts';
import type { OutcomeMove } from './outcomes.ts';
import { refusalChanged } from './refusal-changed.ts';
import { stateAdded } from './state-added.ts';
import { stateFinal } from './state-final.ts';
import { stateGone } from './state-gone.ts';
import { stateRemoved } from './state-removed.ts';
import { stateRenamed } from './state-renamed.ts';
import type { MachinePair, RowPair, TableOrder } from './subjects.ts';
import { tablesReordered } from './tables-reordered.ts';
import { timeAdded } from './time-added.ts';
import { timeChanged } from './time-changed.ts';
import { timeRemoved } from './time-removed.ts';
import { timedOtherwise } from './timed-otherwise.ts';
import { toChanged } from './to-changed.ts';
import { transitionAdded } from './transition-added.ts';
import { transitionRemoved } from './transition-removed.ts';
import { wayAdded } from './way-added.ts';
import { wayRemoved } from './way-removed.ts';

/** What may differ in a MachinePair. */
export const machineRules: readonly ChangeRule<MachinePair>[] = [
  machineAdded,
  machineRemoved,
  stateAdded,
  stateRemoved,
  stateRenamed,
  initialStateChanged,
  stateGone,
  stateFinal,
  fieldBound,
  fieldUnbound,
];

/** What may differ in a RowPair. */
export const rowRules: readonly ChangeRule<RowPair>[] = [
  transitionAdded,
  transitionRemoved,
  timeChanged,
  timeAdded,
  timeRemoved,
  codeTriggerChanged,
];

/** What may be found in a OutcomeMove. */
export const outcomeRules: readonly ChangeRule<OutcomeMove>[] = [
  wayAdded,
  wayRemoved,
  operationLimited,
  operationUnlimited,
  fromNarrower,
  fromWider,
  toChanged,
  guardTighter,
  guardLooser,
  guardChanged,
  effectChanged,
  refusalChanged,
  chosenOtherwise,
  timedOtherwise,
];

/** What may be found in a TableOrder. */
export const orderRules: readonly ChangeRule<TableOrder>[] = [tablesReordered];
