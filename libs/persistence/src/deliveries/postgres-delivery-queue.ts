import {
  type Admission,
  type ClaimedDelivery,
  DeliveryQueue,
  defaultEmailLimits,
  type EmailBudget,
  emailBudgets,
  invitationBudgets,
  LeaseLost,
} from '@governance/deliveries';
import { type Keyring } from '@governance/keyring';
import { recipientMacs } from '../addresses/address-macs';
import { type Database, type PreparedStatement, WorkSignal } from '@governance/postgres';
import { claimNext } from './claim-next';
import { cancelledFor, type ClaimedRow, claimOfRow, deliverySeal } from './delivery-row';
import { type DeliveryWork } from './delivery-work';
import { EmailAdmission } from '../limits/email-admission';

const cancelBlocked = {
  name: 'cancel-blocked-delivery',
  text: `
    UPDATE deliveries SET ${cancelledFor('AddressBlocked')}
    WHERE id = $1 AND lease = $2 AND state = 'queued'
      AND EXISTS (SELECT FROM blocked_addresses WHERE address_mac = ANY($3))`,
};

const saveMessage = settle('save-message', 'message = $3, available_at = $4');
const complete = settle('complete-delivery', `state = 'sent', sent_at = $3, lease = NULL, failure = NULL`);
const postpone = settle('postpone-delivery', 'available_at = $3, failure = $4, lease = NULL');
const giveUp = settle('give-up-delivery', 'state = $3, failure = $4, lease = NULL, waiting_for = NULL');

/** A change by the worker that holds the lease `$2`. */
function settle(name: string, changes: string): PreparedStatement {
  return {
    name,
    text: `UPDATE deliveries SET ${changes} WHERE id = $1 AND lease = $2 AND state = 'queued'`,
  };
}

export interface DeliveryQueueOptions {
  /** Default: the decided budgets. */
  readonly budgets?: readonly EmailBudget[] | undefined;
  /** The number of certificates that may wait for one recipient. Default: the decided number. */
  readonly recipientWaiting?: number | undefined;
  readonly work?: DeliveryWork | undefined;
}

/** The delivery rows as a queue (ADR 2). Recipients and messages are sealed before they leave the process. */
export class PostgresDeliveryQueue extends DeliveryQueue {
  private readonly workSignal: WorkSignal;
  private readonly admission: EmailAdmission;
  private readonly claimNext: PreparedStatement;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    {
      work = 'certificates',
      budgets = work === 'invitations' ? invitationBudgets() : emailBudgets(),
      recipientWaiting = defaultEmailLimits.recipientWaiting,
    }: DeliveryQueueOptions = {},
  ) {
    super();
    this.claimNext = claimNext(work);
    this.admission = new EmailAdmission(database, keyring, { work, budgets, recipientWaiting });
    this.workSignal = new WorkSignal(database, 'deliveries');
  }

  async claim({ now, leaseUntil }: { now: Date; leaseUntil: Date }): Promise<ClaimedDelivery | undefined> {
    const { rows } = await this.database.query<ClaimedRow>(this.claimNext, [now, leaseUntil]);
    const [row] = rows;
    return row && claimOfRow(this.keyring, row);
  }

  async admit(claim: ClaimedDelivery, now: Date): Promise<Admission> {
    const macs = recipientMacs(this.keyring, claim.recipient);
    const { rowCount } = await this.database.query(cancelBlocked, [claim.id, claim.lease, macs]);
    if (rowCount === 1) return 'blocked';
    return claim.admittedAt === undefined ? this.admission.admit(claim, now) : 'admitted';
  }

  async saveMessage(
    claim: ClaimedDelivery,
    { message, leaseUntil }: { message: Uint8Array; leaseUntil: Date },
  ): Promise<void> {
    const sealed = this.keyring.seal(message, deliverySeal('message', claim.id));
    await this.settle(saveMessage, claim, [sealed, leaseUntil]);
  }

  async complete(claim: ClaimedDelivery, sentAt: Date): Promise<void> {
    await this.settle(complete, claim, [sentAt]);
  }

  async postpone(
    claim: ClaimedDelivery,
    { until, failure }: { until: Date; failure: string },
  ): Promise<void> {
    await this.settle(postpone, claim, [until, failure]);
  }

  async park(claim: ClaimedDelivery, failure: string): Promise<void> {
    await this.settle(giveUp, claim, ['parked', failure]);
  }

  async cancel(claim: ClaimedDelivery, reason: string): Promise<void> {
    await this.settle(giveUp, claim, ['cancelled', reason]);
  }

  async waitForWork(options: { timeoutMs: number; signal: AbortSignal }): Promise<void> {
    await this.workSignal.wait({ ...options, isHinted: true });
  }

  async close(): Promise<void> {
    await this.workSignal.close();
  }

  private async settle(
    statement: PreparedStatement,
    { id, lease }: ClaimedDelivery,
    values: readonly unknown[],
  ): Promise<void> {
    const { rowCount } = await this.database.query(statement, [id, lease, ...values]);
    if (rowCount !== 1) throw new LeaseLost();
  }
}
