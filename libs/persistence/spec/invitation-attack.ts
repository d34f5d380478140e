import { type ClaimedDelivery, type DeliveryOutcome, DeliveryRunner } from '@governance/deliveries';
import { type FixedClock } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { PostgresInvitationStore } from '../src/invitations/postgres-invitation.store';
import { PostgresDeliveryQueue } from '../src/deliveries/postgres-delivery-queue';
import { type SentMessage } from './abuse-log';
import { type TestStores } from './fixtures';
import { invitationOf, partsOf } from './invitation-fixtures';

const honestEveryMinutes = 7;
/** Four times what the budget of one invitee permits. */
const malloryEveryMinutes = 5;
/** When the honest organization invites the others' victim: as often as its own budget permits. */
const victimAtMinutes = [30, 90, 300, 700, 1_200];
const floodAtMinutes = [60, 600];
const floodSize = 1_000;
/** As many as there are free connections. */
const atOnce = 5;
/** Delivery attempts by the workers in a minute: a flood keeps them busy for ten. */
const attemptsPerMinute = 100;

interface Invited {
  readonly orgId: string;
  readonly recipient: string;
  readonly at: Date;
}

export interface SentInvitation extends Invited, SentMessage {
  readonly id: string;
}

/** Two hostile organizations and an honest one. One hostile one invites thousands; both invite the same victim repeatedly. */
export class InvitationAttack {
  readonly asked = new Map<string, Invited>();
  readonly log: SentInvitation[] = [];
  private readonly queue: PostgresDeliveryQueue;
  private readonly runner: DeliveryRunner;
  private readonly invitations: PostgresInvitationStore;

  constructor(
    { database, keyring }: TestStores,
    private readonly clock: FixedClock,
    private readonly victim: string,
  ) {
    this.invitations = new PostgresInvitationStore(database, keyring);
    this.queue = new PostgresDeliveryQueue(database, keyring, { work: 'invitations' });
    this.runner = new DeliveryRunner(
      {
        queue: this.queue,
        composer: { compose: ({ id }: ClaimedDelivery) => Promise.resolve(Buffer.from(id)) },
        mailer: {
          send: ({ bytes }) => {
            this.record(Buffer.from(bytes).toString());
            return Promise.resolve();
          },
        },
        now: () => clock.now(),
        random: () => 0.5,
        trace: (_delivery, attempt) => attempt(),
        report: { delivered: () => undefined, queueFailed: () => undefined },
      },
      { leaseMs: 20_000, pollMs: 2_000, concurrency: 2 },
    );
  }

  async arrivals(minute: number): Promise<void> {
    if (floodAtMinutes.includes(minute)) {
      for (let index = 0; index < floodSize; index += atOnce) {
        const flooded = Array.from(
          { length: atOnce },
          (_, place) => `staff-${minute}-${index + place}@example.net`,
        );
        await Promise.all(flooded.map((recipient) => this.invite('mallory', recipient)));
      }
    }
    if (minute % malloryEveryMinutes === 0) await this.invite('mallory', this.victim);
    if (minute % 10 === 0) await this.invite('eve', this.victim);
    if (minute % honestEveryMinutes === 0) await this.invite('acme', `colleague-${minute}@example.com`);
    if (victimAtMinutes.includes(minute)) await this.invite('acme', this.victim);
  }

  /** The deliveries of the workers until the next minute. */
  async work(): Promise<void> {
    let left = attemptsPerMinute;
    const attempts = async (): Promise<void> => {
      let outcome: DeliveryOutcome | undefined = 'sent';
      while (outcome !== undefined && left > 0) {
        left -= 1;
        outcome = await this.runner.deliverNext();
      }
    };
    await Promise.all([attempts(), attempts()]);
  }

  async close(): Promise<void> {
    await this.queue.close();
  }

  private async invite(orgId: string, recipient: string): Promise<void> {
    const [createdAt, deliveryId] = [this.clock.now(), randomUUID()];
    const invitation = invitationOf({ orgId, email: recipient, createdAt });
    this.asked.set(deliveryId, { orgId, recipient, at: createdAt });
    await this.invitations.forOrg(orgId).create(invitation, partsOf(invitation, { deliveryId }));
  }

  private record(id: string): void {
    const invited = this.asked.get(id);
    if (!invited) throw new Error('this invitation was not created');
    this.log.push({ ...invited, id, sentAt: this.clock.now().getTime() });
  }
}
