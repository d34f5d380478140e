import { type AccountNoticeContent } from '../src/account-notice-message';
import { type CampaignCodeContent } from '../src/campaign-code-message';
import { type CampaignContent } from '../src/campaign-message';
import { type DomainProofContent } from '../src/domain-proof-message';
import { type ExpiryContent } from '../src/expiry-message';
import { type InvitationContent } from '../src/invitation-message';
import { type PasswordResetContent } from '../src/password-reset-message';
import { type RenewalReminderContent } from '../src/renewal-reminder-message';

const envelope = {
  deliveryId: '5d0b62b0-8a55-4b0c-8f63-6c4d0c8e2f10',
  recipient: 'assessor@example.org',
  date: new Date('2026-11-20T09:31:07Z'),
};

export const campaignCode: CampaignCodeContent = {
  ...envelope,
  code: '042137',
  blockUrl: 'https://assess.example.org/not-me/x0Zr8m1b2Xc3d4E5f6G7hA',
  expiresAt: new Date('2026-11-20T09:46:07Z'),
};

export const domainProof: DomainProofContent = {
  ...envelope,
  domain: 'acme.example',
  link: 'https://assess.example.org/domain-proofs/q0Zr8m1b2Xc3d4E5f6G7hA',
  blockUrl: 'https://assess.example.org/not-me/x0Zr8m1b2Xc3d4E5f6G7hA',
  expiresAt: new Date('2026-11-27T09:31:07Z'),
};

export const expiry: ExpiryContent = {
  ...envelope,
  orgName: 'Acme MSP',
  credentials: [
    {
      name: 'Export <b>nightly</b> & more',
      type: 'client_secret',
      expiresAt: new Date('2026-11-27T23:31:07Z'),
    },
    { name: 'Import', type: 'public_key', expiresAt: new Date('2026-12-20T12:00:00Z') },
  ],
};

export const invitation: InvitationContent = {
  ...envelope,
  orgName: 'Acme <MSP> & Partners',
  inviter: 'Ada <Admin>',
  role: 'viewer',
  link: 'https://identity.example.org/invitations/q0Zr8m1b2Xc3d4E5f6G7hA',
  expiresAt: new Date('2026-11-27T23:31:07Z'),
};

export const accountNotice = {
  ...envelope,
  kind: 'password-changed',
  host: 'login.example.org',
  link: 'https://login.example.org/account',
  changedAt: new Date('2026-11-20T09:30:59Z'),
} satisfies AccountNoticeContent;

export const resetNotice = {
  ...accountNotice,
  kind: 'factor-reset-requested',
  dueAt: new Date('2026-11-21T09:30:59Z'),
  link: 'https://login.example.org/second-factor-resets/q0Zr8m1b2Xc3d4E5f6G7hA',
} as const;

export const passwordReset: PasswordResetContent = {
  ...envelope,
  host: 'login.example.org',
  link: 'https://login.example.org/password-resets/q0Zr8m1b2Xc3d4E5f6G7hA',
  expiresAt: new Date('2026-11-20T10:01:07Z'),
};

export const renewalReminder: RenewalReminderContent = {
  ...envelope,
  issuedAt: new Date('2025-12-20T23:31:07Z'),
  againUrl: 'https://assess.example.org/results/q0Zr8m1b2Xc3d4E5f6G7hA/again',
  blockUrl: 'https://assess.example.org/not-me/x0Zr8m1b2Xc3d4E5f6G7hA',
};

export const campaign: CampaignContent = {
  ...envelope,
  sender: { name: 'Acme <MSP> & Partners', domain: 'acme.example' },
  clientName: 'Globex <Ltd>',
  contactName: 'Eva Muster',
  message: 'Please involve your head of IT.\nWe need this for the audit in May.',
  dueAt: new Date('2026-12-20T17:00:00Z'),
  isReminder: false,
  link: 'https://assess.example.org/campaign/q0Zr8m1b2Xc3d4E5f6G7hA',
  // It has the same capability as the link, and is in a header too.
  optOutUrl: 'https://assess.example.org/campaign/x0Zr8m1b2Xc3d4E5f6G7hA/opt-out',
};
