import { DevToolsServer } from '@governance/certificates';
import { ManagementModule } from '@governance/runtime';
import { type DynamicModule, Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type BrowserSettings } from './config';

/** A failed check starts a browser: probes within this time share one. */
const readinessCacheMs = 3_000;

/** Browsers for the worker, in a process that has no key. Ready when a browser starts. */
@Global()
@Module({})
export class BrowserModule implements OnApplicationShutdown {
  constructor(private readonly server: DevToolsServer) {}

  static forRoot(settings: BrowserSettings): DynamicModule {
    return {
      module: BrowserModule,
      imports: [
        ManagementModule.forRoot({
          port: settings.MANAGEMENT_PORT,
          readiness: DevToolsServer,
          readinessCacheMs,
        }),
      ],
      providers: [{ provide: DevToolsServer, useFactory: () => listening(settings) }],
      exports: [DevToolsServer],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}

async function listening(settings: BrowserSettings): Promise<DevToolsServer> {
  const logger = new Logger('Browser');
  const server = new DevToolsServer({
    executable: settings.BROWSER_EXECUTABLE,
    connections: settings.BROWSER_CONNECTIONS,
    warn: (message) => {
      logger.warn(message);
    },
  });
  await server.listen(settings.PORT);
  return server;
}
