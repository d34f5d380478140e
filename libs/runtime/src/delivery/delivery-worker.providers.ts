import { type Provider } from '@nestjs/common';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryWorker } from './delivery.worker';
import { LoggingReporter } from './logging-reporter';

/**
 * Runs deliveries in a program that binds `DeliveryQueue`, `DeliveryBacklog`, `MessageComposer`, `Mailer` and `Clock`, and
 * has a management port for the metrics.
 */
export const deliveryWorkerProviders: Provider[] = [DeliveryMetrics, DeliveryWorker, LoggingReporter];
