export { type AccountNoticeContent, AccountNoticeMessage } from './account-notice-message';
export { CompletionMessage, type CompletionContent } from './completion-message';
export { type DomainProofContent, DomainProofMessage } from './domain-proof-message';
export { type ExpiryContent, ExpiryMessage } from './expiry-message';
export { type InvitationContent, InvitationMessage } from './invitation-message';
export { MailModule } from './mail.module';
export { type MailSettings, type MailTimeouts } from './mail-settings';
export { type PasswordResetContent, PasswordResetMessage } from './password-reset-message';
export { type RenewalReminderContent, RenewalReminderMessage } from './renewal-reminder-message';
