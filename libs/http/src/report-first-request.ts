import { type TrustProxy } from '@governance/config';
import { type ProgramLog } from '@governance/runtime';
import { type IncomingMessage, type Server } from 'node:http';

/** What the operator has set, and where it is reported. */
export interface FirstRequestReport {
  readonly log: ProgramLog;
  readonly trustProxy: TrustProxy;
}

/**
 * Logs once how many addresses `X-Forwarded-For` of the first request had: each proxy in front adds one. With another
 * number in TRUST_PROXY all clients share the limits of one, or a client can forge its address. Logs no address, and nothing where
 * no proxy is expected or seen.
 */
export function reportFirstRequest(server: Server, { log, trustProxy }: FirstRequestReport): void {
  server.once('request', ({ headers }: IncomingMessage) => {
    const forwarded = headers['x-forwarded-for'];
    const forwardedAddresses = typeof forwarded === 'string' ? forwarded.split(',').length : 0;
    if (trustProxy === 0 && forwardedAddresses === 0) return;
    const differs = typeof trustProxy === 'number' && trustProxy !== forwardedAddresses;
    const advice = 'the first request passed another number of proxies than TRUST_PROXY says';
    log[differs ? 'warn' : 'info']({ forwardedAddresses, trustProxy }, differs ? advice : 'first request');
  });
}
