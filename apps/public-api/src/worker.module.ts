import { CertificateRenderer, Clock } from '@governance/assessments';
import { PuppeteerCertificateRenderer } from '@governance/certificates';
import { MessageComposer } from '@governance/deliveries';
import { HealthModule, SystemClock } from '@governance/http';
import { MailModule } from '@governance/mail';
import { PersistenceModule } from '@governance/persistence';
import { type DynamicModule, Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type WorkerSettings } from './config';
import { CertificateMessageComposer } from './delivery/certificate-message.composer';
import { DeliveryWorker } from './delivery/delivery.worker';
import { LoggingReporter } from './delivery/logging.reporter';
import { WorkerReadiness } from './delivery/worker.readiness';
import { SiteAddresses } from './site-addresses';

/** The delivery worker: the other end of the queue. Over HTTP it serves health probes only. */
@Global()
@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly renderer: PuppeteerCertificateRenderer) {}

  static forRoot(settings: WorkerSettings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PersistenceModule.forRoot({ databaseUrl: settings.DATABASE_URL, keyringFile: settings.KEYRING_FILE }),
        MailModule.forRoot({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM }),
        HealthModule.forRoot({ readiness: WorkerReadiness }),
      ],
      providers: [
        {
          provide: SiteAddresses,
          useValue: { publicBaseUrl: settings.PUBLIC_BASE_URL, platformBaseUrl: settings.PLATFORM_BASE_URL },
        },
        { provide: Clock, useClass: SystemClock },
        { provide: PuppeteerCertificateRenderer, useFactory: () => createRenderer(settings) },
        { provide: CertificateRenderer, useExisting: PuppeteerCertificateRenderer },
        { provide: MessageComposer, useClass: CertificateMessageComposer },
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
