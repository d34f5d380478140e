/** Why a certificate is sent (spec 6). */
export const certificateKinds = ['completion', 'resend'] as const;

/** Mails to a domain that a holder wants to prove. */
export const domainProofKinds = ['domain-proof'] as const;

/** Mails a month before the day to assess again, to those who asked for one. */
export const reminderKinds = ['renewal-reminder'] as const;

export const invitationKinds = ['invitation'] as const;

/** Mails to account admins about secrets and keys that expire. */
export const noticeKinds = ['credential-expiry'] as const;

/** Mails to the contacts of an organization's clients: the link of a campaign, and what reminds of it. */
export const campaignKinds = ['campaign-invitation', 'campaign-reminder'] as const;

/** Mails with the code that shows a contact the earlier answers of a draft. */
export const campaignCodeKinds = ['campaign-code'] as const;

/** Mails of the embedded identity provider that tell the owner of an account about a change of it. */
export const accountNoticeKinds = [
  'password-changed',
  'factor-added',
  'app-replaced',
  'recovery-codes-replaced',
  'access-ended',
  'factor-reset-requested',
  'factor-reset-cancelled',
  'factors-removed',
  // To the account admins of the owner's organizations.
  'member-reset-requested',
] as const;

export type AccountNoticeKind = (typeof accountNoticeKinds)[number];

/** Mails of the embedded identity provider. */
export const accountKinds = ['password-reset', ...accountNoticeKinds] as const;

/** Why the surfaces send a message. */
export type DeliveryKind =
  | (typeof certificateKinds)[number]
  | (typeof domainProofKinds)[number]
  | (typeof reminderKinds)[number]
  | (typeof invitationKinds)[number]
  | (typeof noticeKinds)[number]
  | (typeof campaignKinds)[number]
  | (typeof campaignCodeKinds)[number];

/**
 * A claimed message, held by one worker until its lease ends. `lease` identifies the claim: after losing it, a worker can no
 * longer change the delivery. `message` is the prepared message, if any.
 */
interface HeldDelivery {
  readonly id: string;
  readonly lease: string;
  readonly recipient: string;
  readonly createdAt: Date;
  /** Started attempts, including this one. */
  readonly attempts: number;
  /** When the email budgets admitted it; a retry is not counted again. */
  readonly admittedAt: Date | undefined;
  readonly message: Uint8Array | undefined;
  /** The trace that it was queued in. */
  readonly traceparent?: string | undefined;
}

export interface CertificateDelivery extends HeldDelivery {
  readonly kind: (typeof certificateKinds)[number];
  readonly resultId: string;
}

/** Counts with the certificates of its result, in the same budgets. */
export interface DomainProofDelivery extends HeldDelivery {
  readonly kind: (typeof domainProofKinds)[number];
  readonly resultId: string;
}

/** Counts with the certificates of its result, in the same budgets. */
export interface ReminderDelivery extends HeldDelivery {
  readonly kind: (typeof reminderKinds)[number];
  readonly resultId: string;
}

export interface InvitationDelivery extends HeldDelivery {
  readonly kind: (typeof invitationKinds)[number];
  readonly invitationId: string;
}

export interface NoticeDelivery extends HeldDelivery {
  readonly kind: (typeof noticeKinds)[number];
  readonly noticeId: string;
}

/** Counts in budgets of its organization's campaigns. */
export interface CampaignDelivery extends HeldDelivery {
  readonly kind: (typeof campaignKinds)[number];
  readonly draftId: string;
}

/** Counts with certificates, in the same budgets. */
export interface CampaignCodeDelivery extends HeldDelivery {
  readonly kind: (typeof campaignCodeKinds)[number];
  readonly draftId: string;
}

export interface AccountDelivery extends HeldDelivery {
  readonly kind: (typeof accountKinds)[number];
  /** Undefined when no account has the requested address. */
  readonly userId: string | undefined;
}

export type ClaimedDelivery =
  | CertificateDelivery
  | DomainProofDelivery
  | ReminderDelivery
  | InvitationDelivery
  | NoticeDelivery
  | CampaignDelivery
  | CampaignCodeDelivery
  | AccountDelivery;
