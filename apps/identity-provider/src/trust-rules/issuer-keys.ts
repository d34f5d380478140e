import { type Clock } from '@governance/kernel';
import { Logger } from '@nestjs/common';
import { fetched, Unfetched } from '../network/fetched-json';
import { discoveryUrl, isPlain, isUsable } from '../network/upstream-address';
import { type UpstreamNetwork } from '../network/upstream-fetch';
import { type IssuerKeySet, keySetOf } from './issuer-key-set';

/** After this time keys are fetched again. */
const freshMs = 5 * 60_000;
/** For so long after they were fetched, keys are used while the issuer is away. */
const staleMs = 60 * 60_000;
/** The least time between two attempts, also for an unknown `kid`. */
const pauseMs = 15_000;
const mostIssuers = 200;

interface Entry {
  keys?: IssuerKeySet;
  fetchedAt: number;
  triedAt: number;
  pending?: Promise<void> | undefined;
}

/** The keys that issuers publish. Requests at the same time share one fetch. */
export class IssuerKeys {
  private readonly log = new Logger('IssuerKeys');
  /** The least recently used issuer comes first. */
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly network: UpstreamNetwork,
    /** Allows an issuer on this machine without TLS, for development. */
    private readonly allowPlain: boolean,
    private readonly clock: Clock,
  ) {}

  /** The keys of an issuer, for an assertion that names `kid`. Undefined while they cannot be fetched. */
  async find(issuer: string, kid: unknown): Promise<IssuerKeySet | undefined> {
    const entry = this.entryOf(issuer);
    if (this.needsFetch(entry, kid)) {
      if (this.now() - entry.triedAt >= pauseMs) entry.pending ??= this.refresh(issuer, entry);
      await entry.pending;
    }
    return this.now() - entry.fetchedAt < staleMs ? entry.keys : undefined;
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private needsFetch({ keys, fetchedAt }: Entry, kid: unknown): boolean {
    const isUnknown = kid !== undefined && keys?.kids.has(kid) !== true;
    return keys === undefined || isUnknown || this.now() - fetchedAt >= freshMs;
  }

  private entryOf(issuer: string): Entry {
    const entry = this.entries.get(issuer) ?? { fetchedAt: -Infinity, triedAt: -Infinity };
    this.entries.delete(issuer);
    this.entries.set(issuer, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > mostIssuers && oldest !== undefined) this.entries.delete(oldest);
    return entry;
  }

  private async refresh(issuer: string, entry: Entry): Promise<void> {
    entry.triedAt = this.now();
    const keys = await this.fetchKeys(issuer).finally(() => (entry.pending = undefined));
    if (typeof keys === 'string') this.log.warn({ msg: 'keys of an issuer not fetched', problem: keys });
    else Object.assign(entry, { keys, fetchedAt: this.now() });
  }

  /** The keys, or the problem. */
  private async fetchKeys(issuer: string): Promise<IssuerKeySet | string> {
    if (isPlain(issuer) && !this.allowPlain) return 'issuer_without_tls';
    const metadata = await fetched(discoveryUrl(issuer), this.network);
    if (metadata instanceof Unfetched) return `discovery_${metadata.problem}`;
    const { jwks_uri: uri, id_token_signing_alg_values_supported: offered } = metadata;
    // OpenID Connect Discovery 1.0, 4.3.
    if (metadata.issuer !== issuer) return 'issuer_mismatch';
    if (typeof uri !== 'string' || !isUsable(uri, issuer)) return 'endpoint_without_tls';
    const set = await fetched(uri, this.network);
    if (set instanceof Unfetched) return `keys_${set.problem}`;
    // The list is required there; RS256 has to be in it.
    return keySetOf(set, Array.isArray(offered) ? offered : ['RS256']);
  }
}
