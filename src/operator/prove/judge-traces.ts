import { listSubjects } from '../../prove/ledger/subjects.ts';
import { createReport, type Report } from '../../prove/report.ts';
import { createTraceJudge } from '../../prove/traces/judge.ts';
import { CommandError } from '../command-error.ts';
import type { Proving } from './prove.ts';
import { readTraces } from './traces.ts';

/** Recorded requests to judge. */
export interface JudgedTraces extends Pick<Proving, 'document' | 'plan' | 'file' | 'part' | 'row'> {
  /** The file of requests. */
  readonly traces: string;
  /** The address of the service; left out: that of all requests. */
  readonly url: string | undefined;
}

/** Judges recorded requests by the rows of a document; nothing is sent. Throws a `CommandError` if none is one of the document. */
export async function judgeTraces({ document, plan, file, part, row, traces, url }: JudgedTraces): Promise<Report> {
  const judge = createTraceJudge(plan);
  let origin = url === undefined ? undefined : new URL(url).origin;
  let others = 0;
  for await (const recorded of readTraces(traces)) {
    const own = /^[a-z]+:\/\/[^/?#]*/i.exec(recorded.url)?.[0]?.toLowerCase();
    if (url !== undefined && own !== undefined && own !== origin) {
      others++;
      continue;
    }
    if (!judge.judge(recorded) || own === undefined) continue;
    origin ??= own;
    if (own !== origin)
      throw new CommandError(
        `${traces} has requests to ${origin} and ${own}. State the address of the service with --base-url.`,
      );
  }
  const done = judge.end();
  if (done.judged === 0) throw new CommandError(`No request in ${traces} is one of an operation of ${file}.`);
  const subjects = listSubjects(document.content, document.source).filter(
    (one) => (part ?? one.part) === one.part && (row ?? one.line) === one.line,
  );
  const run = {
    ...{ ledger: done.ledger, tried: done.judged, cases: done.judged },
    prover: { ground: { exchanges: { length: done.judged } } },
  };
  const report = createReport(run, { plan, document: file, origin: origin ?? 'http://127.0.0.1', seed: 0, subjects });
  return { ...report, traces: { file: traces, judged: done.judged, others: done.others + others } };
}
