import { isLoopback, isPublicAddress } from './public-address';
import { resolveAll, type UpstreamNetwork } from './upstream-fetch';

/** The public internet. `allowPlain` adds this machine, for development. */
export function networkOf(
  allowPlain: boolean,
  resolve: UpstreamNetwork['resolve'] = resolveAll,
): UpstreamNetwork {
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowPlain && isLoopback(address));
  return { resolve, isAllowed };
}
