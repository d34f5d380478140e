import {
  campaignCodeKinds,
  campaignKinds,
  certificateKinds,
  type DeliveryKind,
  domainProofKinds,
  invitationKinds,
  noticeKinds,
  reminderKinds,
} from '@governance/deliveries';

/**
 * The kind of work of a worker. Each worker claims only its own deliveries; the budgets apply to all. `invitations`: every mail
 * that is sent for an organization.
 */
export type DeliveryWork = 'certificates' | 'invitations';

const kinds: Record<DeliveryWork, readonly DeliveryKind[]> = {
  certificates: [...certificateKinds, ...domainProofKinds, ...reminderKinds, ...campaignCodeKinds],
  invitations: [...invitationKinds, ...noticeKinds, ...campaignKinds],
};

/** The kinds as SQL literals, not parameters: the planner can then use the partial index of due deliveries. */
export function kindsOf(work: DeliveryWork): string {
  return kinds[work].map((kind) => `'${kind}'`).join(', ');
}
