import {
  type ActiveCredential,
  type AuditContext,
  type CredentialElsewhere,
  type Intent,
  type M2mCredential,
  type RotationDraft,
  SystemCredentials,
  type TagOwner,
} from '../../src';
import { randomUUID } from 'node:crypto';
import { type FaultyWire } from './faulty-wire';

/** A credential with its unfinished change. */
export interface Row {
  credential: M2mCredential;
  state: 'creating' | 'active' | 'revoked';
  intent: Intent | undefined;
  leaseUntil: Date;
  audit: AuditContext | undefined;
  rotation: RotationDraft | undefined;
}

interface Rows {
  readonly wire: FaultyWire;
  /** By id. */
  readonly rows: ReadonlyMap<string, Row>;
}

/** The credentials of all organizations in memory. */
export class InMemorySystemCredentials extends SystemCredentials {
  constructor(private readonly store: Rows) {
    super();
  }

  findActive(query: {
    issuer: string;
    clientId: string;
    orgId: string;
    now: Date;
  }): Promise<ActiveCredential | undefined> {
    return this.store.wire.call(() => {
      const row = [...this.store.rows.values()].find(
        ({ state, credential: { issuer, clientId, orgId, expiresAt } }) =>
          state === 'active' &&
          issuer === query.issuer &&
          clientId === query.clientId &&
          orgId === query.orgId &&
          (expiresAt === undefined || expiresAt > query.now),
      );
      return row && { ...row.credential, isTrustRule: false };
    });
  }

  touchLastUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    return this.store.wire.call(() => {
      for (const [id, usedAt] of uses) {
        const row = this.store.rows.get(id);
        if (!row || (row.credential.lastUsedAt ?? usedAt) > usedAt) continue;
        row.credential = { ...row.credential, lastUsedAt: usedAt };
      }
    });
  }

  claimUnfinished({ now, leaseUntil }: { now: Date; leaseUntil: Date }): Promise<Intent | undefined> {
    return this.store.wire.call(() => {
      const row = [...this.store.rows.values()].find((each) => each.intent && each.leaseUntil <= now);
      if (!row?.intent) return undefined;
      row.leaseUntil = leaseUntil;
      row.intent = { ...row.intent, lease: randomUUID() };
      return row.intent;
    });
  }

  ownersOf(tags: readonly string[]): Promise<readonly TagOwner[]> {
    return this.store.wire.call(() =>
      [...this.store.rows.values()]
        .filter(
          ({ credential, state, intent }) => tags.includes(credential.id) && (state !== 'revoked' || intent),
        )
        .map(({ credential: { id, clientId, issuer } }) => ({
          credentialId: id,
          clientId: clientId === '' ? undefined : clientId,
          issuer,
        })),
    );
  }

  leftElsewhere({
    issuer: managed,
    after = '',
    limit,
  }: {
    issuer: string;
    after: string | undefined;
    limit: number;
  }): Promise<readonly CredentialElsewhere[]> {
    return this.store.wire.call(() =>
      [...this.store.rows.values()]
        .filter(({ credential: { id, issuer } }) => issuer !== managed && id > after)
        .map(({ state, credential: { id, orgId, issuer, clientId } }) => ({
          id,
          orgId,
          issuer,
          state,
          clientId: state === 'creating' ? undefined : clientId,
        }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    );
  }
}
