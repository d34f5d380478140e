import {
  lockOfTransaction,
  type NamedLock,
  type Database,
  type PreparedStatement,
  type RunStatement,
} from '@governance/postgres';
import {
  type Admission,
  type BudgetWait,
  type ClaimedDelivery,
  type EmailBudget,
  LeaseLost,
  longestWait,
} from '@governance/deliveries';
import { invitationExpiry } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { domainMacs, recipientMacs } from '../addresses/address-macs';
import { cancelledFor } from '../deliveries/delivery-row';
import { type DeliveryWork } from '../deliveries/delivery-work';
import { limitingTurns } from './limiting-turns';
import { isWaitingFor, type Place, WaitingCertificates } from './waiting-certificates';

/** Weighs one delivery at a time. Certificates and invitations share no budget and do not wait for each other. */
const locks: Record<DeliveryWork, NamedLock> = {
  certificates: 'certificate-admissions',
  invitations: 'invitation-admissions',
};

const admitDelivery = {
  name: 'admit-delivery',
  text: `
    UPDATE deliveries SET admitted_at = $2, recipient_mac = $3, domain_mac = $4, waiting_for = NULL
    WHERE id = $1 AND lease = $5 AND state = 'queued'`,
};

/** Locks the delivery $1 with lease $2 and the certificates that wait for the recipients $3, in the order of their ids. */
const lockLine = {
  name: 'lock-delivery-and-line',
  text: `
    SELECT id, lease = $2 AND state = 'queued' AS held FROM deliveries WHERE id IN (
      SELECT $1::uuid UNION SELECT id FROM deliveries WHERE ${isWaitingFor('$3')})
    ORDER BY id FOR UPDATE`,
};

const letWait = {
  name: 'let-delivery-wait',
  text: `
    UPDATE deliveries
    SET waiting_since = coalesce(waiting_since, $2), recipient_mac = $3, domain_mac = $4, waiting_for = $5,
      available_at = $6, attempts = attempts - 1, lease = NULL
    WHERE id = $1`,
};

/** Recorded in the audit trail. An invitation never waits beyond its expiry, so its address is not kept longer. */
const cancelLate = {
  name: 'cancel-late-invitation',
  text: `UPDATE deliveries SET ${cancelledFor('InvitationBudget')} WHERE id = $1`,
};

interface Candidate {
  readonly client_mac: Buffer | null;
  readonly turns: readonly (Date | null)[];
  /** The value of `waiting_for` for a delivery that waits for the budget at the same index. */
  readonly keys: readonly (Buffer | null)[];
}

interface Hashes {
  readonly recipients: readonly Buffer[];
  readonly domains: readonly Buffer[];
}

export interface AdmissionRules {
  readonly work: DeliveryWork;
  readonly budgets: readonly EmailBudget[];
  /** The number of certificates that may wait for one recipient. */
  readonly recipientWaiting: number;
}

/**
 * Weighs deliveries against the email budgets (ADR 6), one at a time: an advisory lock keeps two workers from using the same
 * room. A delivery without room gets a turn behind those that wait for the same budget, so that each wakes once and not with
 * every free place.
 */
export class EmailAdmission {
  private readonly lock: PreparedStatement;
  private readonly limitingTurns: PreparedStatement;
  private readonly waitingCertificates: WaitingCertificates;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly rules: AdmissionRules,
  ) {
    const { work, budgets, recipientWaiting } = rules;
    this.lock = { name: `lock-admissions-of-${work}`, text: lockOfTransaction(locks[work]) };
    this.limitingTurns = limitingTurns(budgets);
    this.waitingCertificates = new WaitingCertificates(recipientWaiting);
  }

  async admit(claim: ClaimedDelivery, now: Date): Promise<Admission> {
    const hashes = {
      recipients: recipientMacs(this.keyring, claim.recipient),
      domains: domainMacs(this.keyring, claim.recipient),
    };
    return this.database.inTransaction(async (query) => {
      await query(this.lock);
      const candidate = await this.candidateOf(query, claim, { now, ...hashes });
      const uses = this.rules.budgets.map((budget, index) => ({
        budget,
        limitingTurn: candidate.turns[index] ?? undefined,
      }));
      const wait = longestWait(uses, now);
      if (wait) return this.hold(query, claim, { now, hashes, candidate, wait });
      const values = [claim.id, now, hashes.recipients[0], hashes.domains[0], claim.lease];
      if ((await query(admitDelivery, values)).rowCount !== 1) throw new LeaseLost();
      return 'admitted';
    });
  }

  private async candidateOf(
    query: RunStatement,
    { id, lease }: ClaimedDelivery,
    { now, recipients, domains }: Hashes & { readonly now: Date },
  ): Promise<Candidate> {
    const values = [id, lease, now, recipients, domains];
    const { rows } = await query<Candidate>(this.limitingTurns, values);
    const [candidate] = rows;
    if (!candidate) throw new LeaseLost();
    return candidate;
  }

  private async hold(
    query: RunStatement,
    claim: ClaimedDelivery,
    {
      now,
      hashes: { recipients, domains },
      candidate,
      wait,
    }: {
      readonly now: Date;
      readonly hashes: Hashes;
      readonly candidate: Candidate;
      readonly wait: BudgetWait;
    },
  ): Promise<Admission> {
    await lockHeld(query, claim, 'resultId' in claim ? recipients : []);
    const budget = this.rules.budgets.findIndex(({ scope }) => scope === wait.scope);
    const own = { turn: wait.until, waitingFor: candidate.keys[budget] ?? null };
    const place = await this.placeOf(query, claim, { own, recipients, clientMac: candidate.client_mac });
    if (place === undefined) return 'merged';
    if (isOverBefore(claim, place.turn)) {
      await query(cancelLate, [claim.id]);
      return 'cancelled';
    }
    await query(letWait, [claim.id, now, recipients[0], domains[0], place.waitingFor, place.turn]);
    return 'waiting';
  }

  /** Only certificates are merged: an organization has at most one waiting invitation per address, and few notices. */
  private async placeOf(
    query: RunStatement,
    claim: ClaimedDelivery,
    seeking: {
      readonly own: Place;
      readonly recipients: readonly Buffer[];
      readonly clientMac: Buffer | null;
    },
  ): Promise<Place | undefined> {
    if (!('resultId' in claim)) return seeking.own;
    return this.waitingCertificates.placeFor(query, claim, seeking);
  }
}

/** Another program may have cancelled the delivery since it was weighed. */
async function lockHeld(
  query: RunStatement,
  { id, lease }: ClaimedDelivery,
  recipients: readonly Buffer[],
): Promise<void> {
  const { rows } = await query<{ id: string; held: boolean | null }>(lockLine, [id, lease, recipients]);
  if (rows.find((row) => row.id === id)?.held !== true) throw new LeaseLost();
}

function isOverBefore({ kind, createdAt }: ClaimedDelivery, turn: Date): boolean {
  return kind === 'invitation' && invitationExpiry(createdAt) <= turn;
}
