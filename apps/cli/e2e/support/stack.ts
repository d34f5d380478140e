import { freeOrigin, type Inbox, Product, startInbox } from '@governance/testing';
import { Management } from './management';

/** Every program as it ships, on one database, with addresses that clients can reach. */
export interface Stack extends Pick<Product['setup'], 'publicUrl' | 'platformUrl' | 'issuer'> {
  readonly inbox: Inbox;
  readonly management: Management;
  sealAudit(orgId: string): Promise<void>;
  stop(): Promise<void>;
}

/** `pageOrigin` is that of pages that may call both surfaces. */
export async function startStack({ pageOrigin }: { readonly pageOrigin?: string } = {}): Promise<Stack> {
  const inbox = await startInbox();
  const product = await Product.open({
    publicUrl: await freeOrigin(),
    platformUrl: await freeOrigin(),
    smtpUrl: inbox.smtpUrl,
    extra: () => (pageOrigin === undefined ? {} : { CORS_ORIGINS: pageOrigin }),
  });
  for (const app of ['identity-provider', 'public-api', 'platform-api']) await product.start(`${app}/main`);
  for (const app of ['public-api', 'platform-api']) await product.start(`${app}/worker`);
  return {
    ...product.setup,
    inbox,
    management: new Management(product.management),
    sealAudit: (orgId) => product.sealAudit(orgId),
    stop: async () => {
      await product.disposeAsync();
      await inbox.close();
    },
  };
}
