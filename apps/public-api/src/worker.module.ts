import { CertificateRenderer, Clock } from '@governance/assessments';
import { PuppeteerCertificateRenderer } from '@governance/certificates';
import { emailBudgets, MessageComposer } from '@governance/deliveries';
import { ManagementModule, SystemClock } from '@governance/http';
import { MailModule } from '@governance/mail';
import { PersistenceModule } from '@governance/persistence';
import { type DynamicModule, Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { emailLimitsOf, type WorkerSettings } from './config';
import { CertificateMessageComposer } from './delivery/certificate-message.composer';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryWorker } from './delivery/delivery.worker';
import { LoggingReporter } from './delivery/logging.reporter';
import { MeasuredCertificateRenderer } from './delivery/measured-certificate.renderer';
import { WorkerReadiness } from './delivery/worker.readiness';
import { RetentionJob } from './retention/retention.job';
import { RetentionSettings } from './retention/retention.settings';
import { SiteAddresses } from './site-addresses';

/** Asking the browser costs: probes within so many milliseconds are answered by one question. */
const readinessCacheMs = 3_000;

/** The delivery worker: the other end of the queue. Over HTTP it serves its management port only. */
@Global()
@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly renderer: PuppeteerCertificateRenderer) {}

  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PersistenceModule.forRoot({
          databaseUrl: settings.DATABASE_URL,
          keyringFile: settings.KEYRING_FILE,
          emailBudgets: emailBudgets(emailLimitsOf(settings)),
        }),
        MailModule.forRoot({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM }),
        ManagementModule.forRoot({
          port: settings.MANAGEMENT_PORT,
          readiness: WorkerReadiness,
          readinessCacheMs,
        }),
      ],
      providers: [
        {
          provide: SiteAddresses,
          useValue: { publicBaseUrl: settings.PUBLIC_BASE_URL, platformBaseUrl: settings.PLATFORM_BASE_URL },
        },
        { provide: Clock, useClass: SystemClock },
        { provide: PuppeteerCertificateRenderer, useFactory: () => createRenderer(settings) },
        {
          provide: CertificateRenderer,
          useFactory: (renderer: PuppeteerCertificateRenderer, metrics: DeliveryMetrics) =>
            new MeasuredCertificateRenderer(renderer, metrics),
          inject: [PuppeteerCertificateRenderer, DeliveryMetrics],
        },
        { provide: MessageComposer, useClass: CertificateMessageComposer },
        { provide: RetentionSettings, useValue: { personalDataDays: settings.PERSONAL_DATA_DAYS } },
        RetentionJob,
        DeliveryMetrics,
        DeliveryWorker,
        LoggingReporter,
        WorkerReadiness,
      ],
      exports: [WorkerReadiness],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.renderer.close();
  }
}

function createRenderer({ BROWSER_EXECUTABLE }: WorkerSettings): PuppeteerCertificateRenderer {
  const logger = new Logger('Browser');
  return new PuppeteerCertificateRenderer({
    ...(BROWSER_EXECUTABLE !== undefined && { executable: BROWSER_EXECUTABLE }),
    warn: (message: string) => {
      logger.warn(message);
    },
  });
}
