import { readSettings, tracingSettings } from '@governance/config';
import { DeliveryQueue } from '@governance/deliveries';
import { freePort } from '@governance/testing';
import { timeLimits } from '@governance/runtime';
import { type Type } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type ServerSettings } from '../../src/config';
import { createIdentityProvider } from '../../src/create-identity-provider';
import {
  apiUrl,
  claimsNamespace,
  type IdentityServer,
  managementToken,
  openStores,
  serverAt,
  type Stores,
} from './identity-server';

/** The provider in this process, at the origin in its settings. */
export interface IdentityApp extends IdentityServer {
  readonly stores: Stores;
  readonly app: NestExpressApplication;
  readonly get: <Part>(part: Type<Part>) => Part;
  readonly close: () => Promise<void>;
}

export async function startIdentityApp(changes: Partial<ServerSettings> = {}): Promise<IdentityApp> {
  const stores = await openStores();
  const port = changes.PORT ?? (await freePort());
  const issuer = changes.ISSUER ?? `http://127.0.0.1:${port}`;
  const app = await createIdentityProvider(
    {
      PORT: port,
      MANAGEMENT_PORT: 0,
      MANAGEMENT_API_PORT: undefined,
      LOG_LEVEL: 'info',
      ...readSettings(tracingSettings, {}),
      ENVIRONMENT: 'development',
      ISSUER: issuer,
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      TRUST_PROXY: 0,
      WEBSITE_REDIRECT_URIS: [],
      CONSOLE_REDIRECT_URIS: [],
      DOCS_REDIRECT_URIS: [],
      MANAGEMENT_TOKEN: managementToken,
      CONNECTIONS_PER_ORGANIZATION: 10,
      MAX_CONCURRENT_REQUESTS: 256,
      SIGNING_KEY_DAYS: 90,
      SMTP_URL: undefined,
      SMTP_REQUIRE_TLS: undefined,
      MAIL_FROM: undefined,
      DATABASE_URL: stores.databaseUrl,
      KEYRING_FILE: stores.keyringFile,
      ...changes,
    },
    { logger: false, timeLimits },
  );
  if (changes.SMTP_URL !== undefined) pollOften(app.get<DeliveryQueue>(DeliveryQueue));
  await app.listen(port, '127.0.0.1');
  return {
    ...serverAt(`http://127.0.0.1:${port}`, { issuer, stores }),
    stores,
    app,
    get: (part) => app.get(part),
    close: async () => {
      await app.close();
      await stores.drop();
    },
  };
}

/** The product polls every two seconds, for which each test of a mail would wait. */
function pollOften(queue: DeliveryQueue): void {
  const wait = queue.waitForWork.bind(queue);
  queue.waitForWork = (options) => wait({ ...options, timeoutMs: 300 });
}
