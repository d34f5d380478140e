import { type DeliveryKind } from '@governance/deliveries';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `deliveries`. Claimed by a prepared statement; settled through this entity, with the lease in the condition. */
@Entity('deliveries')
export class DeliveryEntity {
  @PrimaryColumn('uuid')
  id = '';

  @Column('text')
  kind: DeliveryKind = 'completion';

  @Column('uuid', { name: 'result_id', nullable: true })
  resultId: string | null = null;

  @Column('uuid', { name: 'invitation_id', nullable: true })
  invitationId: string | null = null;

  /** Absent once the address has been erased. */
  @Column('bytea', { nullable: true })
  recipient: Buffer | null = null;

  @Column('bytea', { name: 'recipient_mac', nullable: true })
  recipientMac: Buffer | null = null;

  @Column('bytea', { name: 'domain_mac', nullable: true })
  domainMac: Buffer | null = null;

  @Column('bytea', { name: 'client_mac', nullable: true })
  clientMac: Buffer | null = null;

  @Column('bytea', { name: 'organization_mac', nullable: true })
  organizationMac: Buffer | null = null;

  @Column('text', { default: 'queued' })
  state: 'queued' | 'sent' | 'parked' | 'merged' | 'cancelled' = 'queued';

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt = new Date(0);

  @Column({ type: 'timestamptz', name: 'available_at', precision: 3 })
  availableAt = new Date(0);

  @Column('integer', { default: 0 })
  attempts = 0;

  @Column('uuid', { nullable: true })
  lease: string | null = null;

  @Column('bytea', { nullable: true })
  message: Buffer | null = null;

  @Column('text', { nullable: true })
  failure: string | null = null;

  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true })
  sentAt: Date | null = null;

  @Column({ type: 'timestamptz', name: 'admitted_at', precision: 3, nullable: true })
  admittedAt: Date | null = null;

  @Column({ type: 'timestamptz', name: 'waiting_since', precision: 3, nullable: true })
  waitingSince: Date | null = null;

  @Column('bytea', { name: 'waiting_for', nullable: true })
  waitingFor: Buffer | null = null;
}
