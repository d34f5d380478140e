export * from './delivery';
export * from './delivery-queue.port';
export * from './delivery-runner';
export * from './mailer.port';
export * from './message-composer.port';
export { maxAttempts } from './retry-policy';
