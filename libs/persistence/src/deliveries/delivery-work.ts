import { certificateKinds, type DeliveryKind, invitationKinds } from '@governance/deliveries';

/** What a worker delivers: each takes its own from the queue and leaves the rest to the others. The budgets are for all. */
export type DeliveryWork = 'certificates' | 'invitations';

const kinds: Record<DeliveryWork, readonly DeliveryKind[]> = {
  certificates: certificateKinds,
  invitations: invitationKinds,
};

/** The kinds as SQL, and not as a parameter: the planner then sees which index has the due ones. */
export function kindsOf(work: DeliveryWork): string {
  return kinds[work].map((kind) => `'${kind}'`).join(', ');
}
