import {
  freeOrigin,
  type Inbox,
  Product,
  sharedPart,
  startInbox,
  temporaryFolder,
} from '@governance/testing';
import { rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Management } from './management';

/** Every program as it ships, on one database, with addresses that clients can reach. */
export interface Stack extends Pick<Product['setup'], 'publicUrl' | 'platformUrl' | 'issuer'> {
  readonly inbox: Inbox;
  readonly management: Management;
  /** The site whose pages may call both surfaces, without any page yet. */
  readonly site: { readonly origin: string; readonly server: Server };
  sealAudit(orgId: string): Promise<void>;
  /** What the command of an operator prints, such as `public-api/log-records`. */
  operate(program: string): Promise<string>;
  /** As the owner of the database. */
  sql(text: string): Promise<Record<string, unknown>[]>;
}

/** The one that the files of a run share: each has its own organization and addresses. */
export const sharedStack = sharedPart(startStack);

async function startStack(): Promise<Stack & { close(): Promise<void> }> {
  const inbox = await startInbox();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const auditMemory = temporaryFolder('audit-memory');
  const product = await Product.open({
    publicUrl: await freeOrigin(),
    platformUrl: await freeOrigin(),
    smtpUrl: inbox.smtpUrl,
    extra: () => ({ CORS_ORIGINS: origin, AUDIT_MEMORY_FOLDER: auditMemory }),
  });
  for (const app of ['identity-provider', 'public-api', 'platform-api']) await product.start(`${app}/main`);
  for (const app of ['public-api', 'platform-api']) await product.start(`${app}/worker`);
  return {
    ...product.setup,
    inbox,
    site: { origin, server },
    management: new Management(product.management),
    sealAudit: (orgId) => product.sealAudit(orgId),
    operate: (program) => product.run(program),
    sql: (text) => product.sql(text),
    close: async () => {
      await product.disposeAsync();
      rmSync(auditMemory, { recursive: true });
      await inbox.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
