import { type Provider } from '@nestjs/common';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryWorker } from './delivery.worker';
import { LoggingReporter } from './logging-reporter';

/**
 * Runs deliveries from start to shutdown of a program that binds `DeliveryQueue`, `DeliveryBacklog`, `MessageComposer`,
 * `Mailer` and `Clock`, and has a management port for what is counted.
 */
export const deliveryWorkerProviders: Provider[] = [DeliveryMetrics, DeliveryWorker, LoggingReporter];
