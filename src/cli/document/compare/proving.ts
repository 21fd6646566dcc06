import type { Proof, Witness, WitnessClass } from '../../../diff/proof.ts';
import { buildWholePlan, type Document } from '../../../parts/index.ts';
import type { ReportedFinding } from '../../../prove/report.ts';
import type { Terminal } from '../../shared/terminal.ts';

const order: readonly WitnessClass[] = ['exposes', 'breaking', 'compatible'];

/** Proves the service of the newer document, in memory, by the checks of the older one. */
export async function proveNewer(old: Document, now: Document, budget: number, terminal: Terminal): Promise<Proof> {
  const { proveCompatibility } = await import('../../../operator/prove/compatibility.ts');
  const plan = (document: Document) => ({
    document,
    plan: { ...buildWholePlan(document.service), text: document.source.text },
  });
  const progress = terminal.redraw && ((done: number, cases: number) => terminal.redraw!(`${done} of ${cases} checks`));
  const { report, version } = await proveCompatibility({
    ...{ old: plan(old), now: plan(now), budget },
    ...(progress === undefined ? {} : { progress }),
  }).finally(() => terminal.redraw?.(''));
  const { rows, proven, checks, requests } = report.totals;
  const witnesses = report.rows
    .flatMap(({ part, findings }) => findings.filter(({ flaky }) => !flaky).map((finding) => toWitness(part, finding)))
    .toSorted((left, right) => order.indexOf(left.class) - order.indexOf(right.class));
  const { isComplete } = report;
  return { ...(version === undefined ? {} : { version }), rows, proven, checks, requests, isComplete, witnesses };
}

function toWitness(part: string, { line, check, expected, got, accepted, reproduction }: ReportedFinding): Witness {
  // A caller that could not call an operation now can; any other accepted request serves a client as before.
  const found = accepted !== true ? 'breaking' : part === 'authentication' ? 'exposes' : 'compatible';
  return { class: found, line, check, expected, got, reproduction };
}
