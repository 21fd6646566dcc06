import { create } from './dom.ts';

/** The text of a stream that is kept on the page, in UTF-16 code units. */
const longest = 100_000;

/** Returns whether a response is a stream of Server-Sent Events. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') === true;
}

/** Shows the events of a stream as they arrive, and a button that closes it. It also closes soon after it leaves the page. */
export function showStream({ body }: Response): Node[] {
  const text = create('pre', { tabindex: '0', 'aria-label': 'Events as they arrive' });
  const state = create('p', { class: 'note', role: 'status' }, 'Waiting for events …');
  const stop = create('button', { class: 'run', type: 'button' }, 'Close the stream');
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const end = (): void => {
    stop.remove();
    state.textContent = 'The stream is closed.';
  };
  const read = async (): Promise<void> => {
    for (;;) {
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      if (done) return end();
      if (!text.isConnected) return reader?.cancel();
      // Lines with a colon at the start keep the connection open and have no event.
      text.append(value.replace(/^:.*\n+/gm, ''));
      if (text.textContent!.length > longest) text.textContent = text.textContent!.slice(-longest);
      text.scrollTop = text.scrollHeight;
      if (/^data:/m.test(text.textContent!)) state.textContent = 'New events appear here as they happen.';
    }
  };
  stop.addEventListener('click', () => void reader?.cancel().then(end));
  read().catch(end);
  return [text, state, stop];
}
