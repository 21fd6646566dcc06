import './library/on-node.ts';

export type { StoredEvent as TestEvent } from './library/events.ts';
export type { Response, Sent, TestClient } from './testing/client.ts';
export { type ClientAsked, openTest, type TestOptions, type TestService } from './testing/service.ts';
export type { StreamedEvent, TestStream } from './testing/stream.ts';
export type { MessageAnswer, TestMessage, TestWebhook, WebhookAnswer } from './testing/told.ts';
