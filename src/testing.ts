import './library/on-node.ts';

export { type ProveOptions, prove } from './library/prove.ts';
export type { StoredEvent as TestEvent } from './operator/events.ts';
export type {
  EmailResponse,
  MessageResponse,
  TestEmail,
  TestMessage,
  TestWebhook,
  WebhookResponse,
} from './testing/captured.ts';
export type { RequestOptions, Response, TestClient } from './testing/client.ts';
export { type ClientOptions, openTest, type TestOptions, type TestService } from './testing/service.ts';
export type { StreamedEvent, TestStream } from './testing/stream.ts';
