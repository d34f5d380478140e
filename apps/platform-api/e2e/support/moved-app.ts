import {
  type Created,
  type CredentialsApp,
  type CredentialsAppOptions,
  startCredentialsApp,
} from './credentials-app';

/** A platform that moved from one identity provider to another. Both apps share a database, and each has its own provider. */
export interface MovedApp {
  /** With the former provider. */
  readonly before: CredentialsApp;
  /** With the new provider. */
  readonly after: CredentialsApp;
  /** Creates a credential at the former provider, rotated with an overlap of an hour if asked for. */
  createBefore(options?: { readonly overlap?: boolean }): Promise<Created>;
  close(): Promise<void>;
}

export interface MovedAppOptions extends Pick<CredentialsAppOptions, 'logger'> {
  /** Whether tokens of the former issuer are still accepted from machines. */
  readonly acceptsFormer?: boolean;
}

export async function startMovedApp({
  acceptsFormer = true,
  logger = false,
}: MovedAppOptions = {}): Promise<MovedApp> {
  const before = await startCredentialsApp({ logger });
  const former = { issuer: before.issuer.issuer, issues: ['machines' as const] };
  const after = await startCredentialsApp({
    beside: before,
    logger,
    otherIssuers: acceptsFormer ? [former] : [],
  });
  return {
    before,
    after,
    createBefore: async ({ overlap = false } = {}) => {
      const created = await before.create();
      if (!overlap) return created;
      const body = { overlap_seconds: 3_600 };
      const { status } = await before.manage('POST', `/${created.id}/rotate-secret`, { body });
      expect(status).toBe(200);
      return created;
    },
    close: async () => {
      await after.close();
      await before.close();
    },
  };
}
