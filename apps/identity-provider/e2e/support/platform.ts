import { callJson, type HttpAnswer, Product } from '@governance/testing';
import { type IdentityApp } from './identity-app';
import { apiUrl as platformUrl, claimsNamespace, managementToken } from './identity-server';

/** The shipped platform surface, which accepts the tokens of the provider. */
export interface Platform {
  call(token: string, request: { method: string; path: string; body?: object }): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Starts the platform surface in the database of the provider. */
export async function startPlatform({ issuer, stores }: IdentityApp): Promise<Platform> {
  const setup = { issuer, platformUrl, claimsNamespace, managementToken };
  const product = await Product.open({ ...setup, databaseUrl: stores.ownerUrl });
  await product.run('public-api/migrate');
  const { origin } = await product.start('platform-api/main');
  return {
    call: (token, { path, ...request }) => callJson(origin + path, { token, ...request }),
    close: () => product.disposeAsync(),
  };
}
