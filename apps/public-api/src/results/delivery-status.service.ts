import {
  type CertificateDeliveryStatus,
  certificateDeliveryStatus,
  DeliveryProgressStore,
} from '@governance/deliveries';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ReadResultsService } from './read-results.service';

/** Whether the mail with a certificate was sent. */
@Injectable()
export class DeliveryStatusService {
  constructor(
    private readonly results: ReadResultsService,
    private readonly progress: DeliveryProgressStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async of(capability: string): Promise<CertificateDeliveryStatus> {
    const progress = await this.progress.ofResult(this.results.idOf(capability));
    return certificateDeliveryStatus(progress, this.clock.now());
  }
}
