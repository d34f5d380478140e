export * from './delivery';
export * from './delivery-backlog.port';
export * from './delivery-queue.port';
export * from './delivery-runner';
export * from './email-budget';
export * from './mailer.port';
export * from './message-composer.port';
export * from './resend-queue.port';
export { maxAttempts } from './retry-policy';
