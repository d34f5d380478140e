import { type CertificateDeliveryStatus } from '@governance/deliveries';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const statuses = ['none', 'queued', 'waiting', 'sent', 'failed'] as const;

@ApiSchema({ name: 'DeliveryStatus', description: 'The newest mail with the certificate.' })
export class DeliveryStatusResponse {
  @ApiProperty({
    enum: statuses,
    description:
      '`none`: no address is recorded, there is nothing to send, or it was decided more than 30 days ago. `queued`: it is sent next. `waiting`: it was not sent yet, and is tried again. `sent`: the mail server of the recipient accepted it. `failed`: it was given up; a resend tries again.',
  })
  readonly status: CertificateDeliveryStatus['status'];

  @ApiProperty({ required: false, format: 'date-time', description: 'When it was requested.' })
  readonly queuedAt?: string;

  @ApiProperty({ required: false, format: 'date-time', description: 'Only if `status` is `sent`.' })
  readonly sentAt?: string;

  constructor(delivery: CertificateDeliveryStatus) {
    this.status = delivery.status;
    if (delivery.status !== 'none') this.queuedAt = delivery.queuedAt.toISOString();
    if (delivery.status === 'sent') this.sentAt = delivery.sentAt.toISOString();
  }
}
