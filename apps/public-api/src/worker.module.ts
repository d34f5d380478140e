import { CertificateRenderer, EvidenceReportRenderer, ReviewPackRenderer } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import {
  PuppeteerCertificateRenderer,
  PuppeteerEvidenceReportRenderer,
  PuppeteerReviewPackRenderer,
} from '@governance/certificates';
import { emailBudgets, MessageComposer } from '@governance/deliveries';
import {
  certificateLimitsOf,
  deliveryWorkerProviders,
  jobWorkerProviders,
  ManagementModule,
  SystemClock,
} from '@governance/runtime';
import { requiresTls } from '@governance/config';
import { MailModule } from '@governance/mail';
import { PersistenceModule } from '@governance/persistence';
import {
  type DynamicModule,
  Global,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { CampaignCodes } from './campaign/campaign-codes';
import { certificationProviders } from './certification/certification.providers';
import { type WorkerSettings } from './config';
import { CampaignCodeComposer } from './delivery/campaign-code-composer';
import { CertificateMessageComposer } from './delivery/certificate-message-composer';
import { DomainProofMessageComposer } from './delivery/domain-proof-message-composer';
import { DocumentMetrics } from './documents/document-metrics';
import { DocumentWork } from './documents/document-work';
import { RequestedCertificate } from './documents/requested-certificate';
import { RequestedEvidenceReport } from './documents/requested-evidence-report';
import { RequestedReviewPack } from './documents/requested-review-pack';
import { DomainCheckJob } from './domain-checks/domain-check.job';
import { domainCheckProviders } from './domain-checks/domain-check.providers';
import { DomainLinks } from './domain-proof/domain-links';
import { MeasuredCertificateRenderer } from './delivery/measured-certificate-renderer';
import { MessageLinks } from './delivery/message-links';
import { PublicMessageComposer } from './delivery/public-message-composer';
import { RenderMetrics } from './delivery/render-metrics';
import { RenewalReminderComposer } from './delivery/renewal-reminder-composer';
import { WorkerReadiness } from './delivery/worker-readiness';
import { ResultCapabilities } from './result-capabilities';
import { RetentionJob } from './retention/retention.job';
import { RetentionSettings } from './retention/retention-settings';
import { SiteAddresses } from './site-addresses';

/** Checking the browser is expensive: probes within this time share one check. */
const readinessCacheMs = 3_000;

/** Of each kind of mail. */
const composers: Provider[] = [
  CampaignCodes,
  CampaignCodeComposer,
  CertificateMessageComposer,
  DomainProofMessageComposer,
  RenewalReminderComposer,
  { provide: MessageComposer, useClass: PublicMessageComposer },
];

const jobs = [
  RequestedCertificate,
  RequestedEvidenceReport,
  RequestedReviewPack,
  DomainCheckJob,
  RetentionJob,
];

/** The delivery worker, which sends queued messages. Over HTTP it serves its management port only. */
@Global()
@Module({})
export class WorkerModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly renderer: PuppeteerCertificateRenderer) {}

  static forRoot(settings: WorkerSettings): DynamicModule {
    const addresses: SiteAddresses = {
      publicBaseUrl: settings.PUBLIC_BASE_URL,
      platformBaseUrl: settings.PLATFORM_BASE_URL,
    };
    return {
      module: WorkerModule,
      imports: [
        PersistenceModule.forRoot({
          databaseUrl: settings.DATABASE_URL,
          keyringFile: settings.KEYRING_FILE,
          role: 'governance_public_worker',
          requireRole: settings.ENVIRONMENT === 'production',
          emailBudgets: emailBudgets(certificateLimitsOf(settings)),
          recipientWaiting: settings.EMAIL_BUDGET_RECIPIENT_WAITING,
        }),
        MailModule.forRoot({
          smtpUrl: settings.SMTP_URL,
          requireTls: requiresTls(settings),
          from: settings.MAIL_FROM,
        }),
        ManagementModule.forRoot({
          port: settings.MANAGEMENT_PORT,
          readiness: WorkerReadiness,
          readinessCacheMs,
        }),
      ],
      providers: [
        { provide: SiteAddresses, useValue: addresses },
        ...certificationProviders(settings, addresses),
        { provide: Clock, useClass: SystemClock },
        ...rendererProviders(settings),
        ResultCapabilities,
        MessageLinks,
        DomainLinks,
        ...composers,
        ...domainCheckProviders,
        { provide: RetentionSettings, useValue: { personalDataDays: settings.PERSONAL_DATA_DAYS } },
        DocumentMetrics,
        DocumentWork,
        ...jobWorkerProviders(jobs),
        ...deliveryWorkerProviders,
        WorkerReadiness,
      ],
      exports: [WorkerReadiness],
    };
  }

  /** At the start, so that the log says early how well the browser is confined. Readiness reports a failure. */
  onApplicationBootstrap(): void {
    this.renderer.ready().catch(() => undefined);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.renderer.close();
  }
}

function rendererProviders(settings: WorkerSettings): Provider[] {
  return [
    RenderMetrics,
    {
      provide: PuppeteerCertificateRenderer,
      useFactory: (metrics: RenderMetrics) => createRenderer(settings, metrics),
      inject: [RenderMetrics],
    },
    {
      provide: CertificateRenderer,
      useFactory: (renderer: PuppeteerCertificateRenderer, metrics: RenderMetrics) =>
        new MeasuredCertificateRenderer(renderer, metrics),
      inject: [PuppeteerCertificateRenderer, RenderMetrics],
    },
    {
      provide: EvidenceReportRenderer,
      useFactory: (renderer: PuppeteerCertificateRenderer) => new PuppeteerEvidenceReportRenderer(renderer),
      inject: [PuppeteerCertificateRenderer],
    },
    {
      provide: ReviewPackRenderer,
      useFactory: (renderer: PuppeteerCertificateRenderer) => new PuppeteerReviewPackRenderer(renderer),
      inject: [PuppeteerCertificateRenderer],
    },
  ];
}

function createRenderer(
  { BROWSER_URL, BROWSER_EXECUTABLE }: WorkerSettings,
  metrics: RenderMetrics,
): PuppeteerCertificateRenderer {
  const logger = new Logger('Browser');
  return new PuppeteerCertificateRenderer({
    url: BROWSER_URL,
    executable: BROWSER_EXECUTABLE,
    warn: (message: string) => {
      logger.warn(message);
    },
    refused: (reason: string) => {
      metrics.refused();
      logger.error({ msg: 'a printed document was refused', reason });
    },
  });
}
