import { isProtected } from '@governance/client';
import type * as http from 'node:http';

/** The proxies that requests go through, as variables of the environment name them. */
export type Proxies = Readonly<Record<'http_proxy' | 'https_proxy' | 'no_proxy', string | undefined>>;

const thisMachine = 'localhost,127.0.0.1,[::1]';

/** Undefined: none. Plain HTTP never leaves this machine, so a proxy elsewhere gets none of it. */
export function proxiesOf(env: NodeJS.ProcessEnv): Proxies | undefined {
  const plain = given(env.http_proxy) ?? given(env.HTTP_PROXY);
  const https = given(env.https_proxy) ?? given(env.HTTPS_PROXY);
  if (plain === undefined && https === undefined) return undefined;
  const excepted = env.no_proxy ?? env.NO_PROXY ?? '';
  const isHere = plain !== undefined && URL.canParse(plain) && isProtected(`http://${new URL(plain).host}`);
  return {
    http_proxy: plain,
    https_proxy: https,
    no_proxy: isHere ? excepted : [excepted, thisMachine].filter(Boolean).join(','),
  };
}

/** Resolves to false if this version of Node cannot do it. @throws if an address is no URL. */
export async function useProxies(proxies: Proxies): Promise<boolean> {
  const { setGlobalProxyFromEnv: use } = (await import('node:http')) as Partial<typeof http>;
  use?.({ ...proxies });
  return use !== undefined;
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
