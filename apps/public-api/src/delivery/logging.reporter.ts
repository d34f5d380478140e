import { type DeliveryReporter } from '@governance/deliveries';
import { Injectable, Logger } from '@nestjs/common';

/** A line for each delivery. Ids are shortened: a result's id is a capability, and habits spread. */
@Injectable()
export class LoggingReporter implements DeliveryReporter {
  private readonly logger = new Logger('Delivery');

  readonly delivered: DeliveryReporter['delivered'] = (outcome, { id, attempts, failure }) => {
    const line = { outcome, delivery: id.slice(0, 8), attempts, failure };
    if (outcome === 'sent') this.logger.log(line);
    else this.logger.warn(line);
  };

  readonly queueFailed: DeliveryReporter['queueFailed'] = (error) => {
    this.logger.error({ message: 'the queue failed', error: String(error) });
  };
}
