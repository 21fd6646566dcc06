import type { Checked } from '../workers/protocol.ts';
import { formatTime } from './panes/times.ts';
import type { Service } from './service.ts';
import type { Workspace } from './workspace.ts';

/** Shows in the line at the foot whether the service runs, from which text, and whether its records were kept. */
export function prepareStatus(element: HTMLElement, workspace: Workspace, service: Service): void {
  let words = 'The service is loading …';
  let records = '';
  const show = (): void => {
    const errors = countErrors(workspace.checked);
    const runs = service.opened !== undefined;
    element.className = !runs ? 'stopped' : errors > 0 ? 'behind' : 'runs';
    const of = errors === 1 ? '1 error' : `${errors} errors`;
    const state = errors === 0 ? words : runs ? `${of}: the last version without errors runs` : `${of}: nothing runs`;
    const text = [state, ...(runs ? [records, formatTime(service.now)] : [])].filter((each) => each !== '').join(' · ');
    if (element.textContent !== text) element.textContent = text;
  };
  workspace.onChecked(show);
  service.onChange((change) => {
    if (typeof change === 'object') words = `The service did not start: ${change.failed}`;
    if (change === 'opened') {
      words = `${service.opened!.facts.name} runs in this page`;
      records = describeRecords(service);
    }
    show();
  });
}

function describeRecords({ opened }: Service): string {
  if (opened?.records === 'kept') return 'restarted, records kept';
  if (opened?.records === 'reset') return `restarted without records: ${opened.reasons.join(' ')}`;
  return '';
}

function countErrors(checked: Checked | undefined): number {
  return checked?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0;
}
