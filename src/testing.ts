import './library/on-node.ts';

export type { Response, Sent, TestClient } from './testing/client.ts';
export { type ClientAsked, openTest, type TestOptions, type TestService } from './testing/service.ts';
export type { TestEvent, TestWebhook, WebhookAnswer } from './testing/told.ts';
