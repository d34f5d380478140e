import { type VerifiableResult } from '@governance/assessments';
import { type Database, type ReadReplica } from '@governance/postgres';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import { isDeepStrictEqual } from 'node:util';
import { selectVerifiable, verifiableOfRow, type VerifiableRow } from './result-row';

const selectWithdrawn = {
  name: 'select-withdrawn-among',
  text: `SELECT id FROM verifiable_results WHERE withdrawn_at IS NOT NULL AND id = ANY ($1::uuid[])`,
};

const selectKeys = { name: 'select-public-keys', text: 'SELECT public_jwk FROM issuer_keys' };

const keysLastMs = 60_000;

/**
 * Certified results from a replica, which is trusted with nothing that could make a certificate valid: the signature of the
 * issuer covers what it says, and the primary says whether it is withdrawn. A domain can be taken back, so a result that shows
 * one is the primary's too.
 */
export class ReplicatedResults {
  private keys: ReturnType<typeof createLocalJWKSet> = createLocalJWKSet({ keys: [] });
  private keysUntil = -Infinity;

  constructor(
    private readonly primary: Database,
    private readonly replica: ReadReplica,
  ) {}

  /** Those of the ids that the replica can answer. The primary answers the others. */
  async find(ids: readonly string[]): Promise<ReadonlyMap<string, VerifiableResult>> {
    const read = await this.replica.read((replica) =>
      replica.query<VerifiableRow>(selectVerifiable, [`{${ids.join(',')}}`]),
    );
    if (read === undefined) return new Map();
    await this.refreshKeys();
    const genuine = await Promise.all(
      read.rows.map(async (row) => ((await this.isGenuine(row)) ? [row] : [])),
    );
    const found = new Map(genuine.flat().map((row) => [row.id, verifiableOfRow(row)]));
    if (found.size === 0) return found;
    const { rows } = await this.primary.query<{ id: string }>(selectWithdrawn, [
      `{${[...found.keys()].join(',')}}`,
    ]);
    for (const { id } of rows) found.delete(id);
    return found;
  }

  private async refreshKeys(): Promise<void> {
    if (performance.now() < this.keysUntil) return;
    const { rows } = await this.primary.query<{ public_jwk: JWK }>(selectKeys);
    this.keys = createLocalJWKSet({ keys: rows.map((row) => row.public_jwk) });
    this.keysUntil = performance.now() + keysLastMs;
  }

  private async isGenuine(row: VerifiableRow): Promise<boolean> {
    const { mode, overallScore, tier, launchAllowed, rubric, signed, domain, withdrawal } =
      verifiableOfRow(row);
    if (signed === undefined || domain !== undefined || withdrawal !== undefined) return false;
    try {
      const { payload, protectedHeader } = await jwtVerify(signed.credential, this.keys, {
        algorithms: ['ES256'],
        typ: 'JWT',
        subject: `urn:uuid:${row.id}`,
      });
      const { selfAssessment, controlledDomain } = payload.credentialSubject as Record<string, unknown>;
      return (
        controlledDomain === undefined &&
        payload.nbf === Math.floor(row.created_at.getTime() / 1000) &&
        protectedHeader.kid === signed.keyId &&
        isDeepStrictEqual(selfAssessment, { mode, overallScore, tier, launchAllowed, rubric })
      );
    } catch {
      return false;
    }
  }
}
