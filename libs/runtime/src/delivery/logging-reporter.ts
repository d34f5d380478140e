import { type DeliveryOutcome, type DeliveryReporter } from '@governance/deliveries';
import { Injectable, Logger } from '@nestjs/common';
import { DeliveryMetrics } from './delivery-metrics';

/** What an operator should hear of; waiting for a budget, or being merged, is as it should be. */
const troubles: readonly DeliveryOutcome[] = ['postponed', 'parked', 'lost'];

/**
 * A line and a count for each attempt at a delivery. Ids are shortened: a result's id is a capability, and habits spread.
 */
@Injectable()
export class LoggingReporter implements DeliveryReporter {
  private readonly logger = new Logger('Delivery');

  constructor(private readonly metrics: DeliveryMetrics) {}

  readonly delivered: DeliveryReporter['delivered'] = (outcome, { id, attempts, failure }) => {
    this.metrics.attempted(outcome);
    const line = { msg: 'delivery', outcome, delivery: id.slice(0, 8), attempts, failure };
    if (troubles.includes(outcome)) this.logger.warn(line);
    else this.logger.log(line);
  };

  readonly queueFailed: DeliveryReporter['queueFailed'] = (error) => {
    this.logger.error({ msg: 'the queue failed', err: error });
  };
}
