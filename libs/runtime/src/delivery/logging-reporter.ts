import { type DeliveryOutcome, type DeliveryReporter } from '@governance/deliveries';
import { Injectable, Logger } from '@nestjs/common';
import { DeliveryMetrics } from './delivery-metrics';

/** Outcomes that an operator should notice. Waiting for a budget and being merged are normal. */
const troubles: readonly DeliveryOutcome[] = ['postponed', 'parked', 'lost'];

/**
 * Logs and counts each delivery attempt. All ids are shortened, because the id of a result is a capability.
 */
@Injectable()
export class LoggingReporter implements DeliveryReporter {
  private readonly logger = new Logger('Delivery');

  constructor(private readonly metrics: DeliveryMetrics) {}

  readonly delivered: DeliveryReporter['delivered'] = (outcome, delivery) => {
    const { id, attempts, failure } = delivery;
    this.metrics.attempted(outcome, delivery);
    const line = { msg: 'delivery', outcome, delivery: id.slice(0, 8), attempts, failure };
    if (troubles.includes(outcome)) this.logger.warn(line);
    else this.logger.log(line);
  };

  readonly queueFailed: DeliveryReporter['queueFailed'] = (error) => {
    this.logger.error({ msg: 'the queue failed', err: error });
  };
}
