import { MessageComposer } from '@governance/deliveries';
import { deliveryWorkerProviders, jobWorkerProviders, ManagementModule } from '@governance/runtime';
import { requiresTls } from '@governance/config';
import { identityProviderParts } from '@governance/identity-provider-client';
import { MailModule } from '@governance/mail';
import { DatabaseProbe } from '@governance/postgres';
import { type DynamicModule, Module } from '@nestjs/common';
import { AuditCleaner } from './audit-events/audit-cleaner';
import { AuditRetention } from './audit-events/audit-retention';
import { AuditSealer } from './audit-events/audit-sealer';
import { DeclaredNamesJob } from './clients/declared-names.job';
import { type WorkerSettings } from './config';
import { workerPersistenceOf } from './program-settings';
import { CampaignAnswers } from './campaign-mail/campaign-answers';
import { CampaignCleaner } from './campaign-mail/campaign-cleaner';
import { CampaignMessageComposer } from './campaign-mail/campaign-message-composer';
import { CampaignReminders } from './campaign-mail/campaign-reminders';
import { PublicSite } from './campaign-mail/public-site';
import { ConfirmedFactorRecorder } from './connections/confirmed-factor-recorder';
import { ConsoleSessionCleaner } from './console/console-session-cleaner';
import { DomainLapseRecorder } from './domains/domain-lapse-recorder';
import { ExpiryMessageComposer } from './expiry-mail/expiry-message-composer';
import { ExpiryMetrics } from './expiry-mail/expiry-metrics';
import { ExpiryNotifier } from './expiry-mail/expiry-notifier';
import { InvitationCleaner } from './invitation-mail/invitation-cleaner';
import { InvitationMessageComposer } from './invitation-mail/invitation-message-composer';
import { InvitationRetention } from './invitation-mail/invitation-retention';
import { PlatformMessageComposer } from './platform-message-composer';
import { AccountEventRecorder } from './members/account-event-recorder';
import { ReconcilerMetrics } from './reconciler/reconciler-metrics';
import { ReconcilerModule } from './reconciler/reconciler.module';
import { ReconcilerSettings } from './reconciler/reconciler-settings';
import { ReconcilerWorker } from './reconciler/reconciler.worker';
import { SessionEndRecorder } from './session-ends/session-end-recorder';
import { SessionEndWorker } from './session-ends/session-end-worker';

/** The composers and senders of mails, which need the provider's members and invitations. */
const mailProviders = [
  CampaignMessageComposer,
  ExpiryMessageComposer,
  InvitationMessageComposer,
  { provide: MessageComposer, useClass: PlatformMessageComposer },
  ...deliveryWorkerProviders,
];

const jobs = [
  InvitationCleaner,
  AuditCleaner,
  CampaignAnswers,
  CampaignCleaner,
  ConsoleSessionCleaner,
  DeclaredNamesJob,
];
const mailJobs = [ExpiryNotifier, CampaignReminders];

/** Without the members of organizations, the worker has no recipients, so no mail is queued, and no sessions end there. */
function keepsMembers({ IDENTITY_PROVIDER: kind }: WorkerSettings): boolean {
  return identityProviderParts[kind].has('members');
}

/** Domains are at the provider, beside its connections. */
function keepsDomains({ IDENTITY_PROVIDER: kind }: WorkerSettings): boolean {
  return identityProviderParts[kind].has('connections');
}

/** The platform worker: the reconciler, and the mails of organizations. Over HTTP it serves its management port only. */
@Module({})
export class WorkerModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    const reconciler: ReconcilerSettings = {
      pauseSeconds: settings.RECONCILE_SECONDS,
      managedIssuer: settings.OIDC_ISSUER,
    };
    const site: PublicSite = { baseUrl: settings.PUBLIC_BASE_URL };
    const auditRetention: AuditRetention = { days: settings.AUDIT_RETENTION_DAYS };
    const invitationRetention: InvitationRetention = { days: settings.EXPIRED_INVITATION_DAYS };
    return {
      module: WorkerModule,
      imports: [
        ReconcilerModule.forRoot(settings, workerPersistenceOf(settings)),
        MailModule.forRoot({
          smtpUrl: settings.SMTP_URL,
          requireTls: requiresTls(settings),
          from: settings.MAIL_FROM,
        }),
        ManagementModule.forRoot({ port: settings.MANAGEMENT_PORT, readiness: DatabaseProbe }),
      ],
      providers: [
        { provide: ReconcilerSettings, useValue: reconciler },
        ReconcilerMetrics,
        ReconcilerWorker,
        ...(keepsMembers(settings) ? mailProviders : []),
        ...(keepsMembers(settings) ? [SessionEndRecorder, SessionEndWorker, AccountEventRecorder] : []),
        ...(keepsDomains(settings) ? [ConfirmedFactorRecorder, DomainLapseRecorder] : []),
        { provide: InvitationRetention, useValue: invitationRetention },
        { provide: PublicSite, useValue: site },
        ExpiryMetrics,
        { provide: AuditRetention, useValue: auditRetention },
        AuditSealer,
        ...jobWorkerProviders([...jobs, ...(keepsMembers(settings) ? mailJobs : [])]),
      ],
    };
  }
}
