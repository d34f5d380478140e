import { type LinkedDraft } from '@governance/assessments';
import { Clock } from '@governance/kernel';
import { KeyedToken, Keyring, uuidBytes } from '@governance/keyring';
import { Injectable } from '@nestjs/common';

/** How long a browser may show what a draft holds. */
export const proofLifeMs = 12 * 60 * 60_000;

const idLength = 16;
/** As the version of a proof: a person typed the code. Versions of saved answers start with 1. */
const byCode = 0;

/**
 * What a browser shows to see the answers of a draft: that a person typed the code there, or that it wrote the version that is saved.
 * The link alone does not show them. Nothing about proofs is stored.
 */
@Injectable()
export class BrowserProofs {
  private readonly tokens: KeyedToken;

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.tokens = new KeyedToken(keyring, { purpose: 'campaign-browser', length: idLength + 8 });
  }

  ofCode({ id }: Pick<LinkedDraft, 'id'>): string {
    return this.of(id, byCode);
  }

  /** Ends when another browser writes. */
  ofWriter({ id, version }: Pick<LinkedDraft, 'id' | 'version'>): string {
    return this.of(id, version);
  }

  /** Whether the proof is that a person typed the code. */
  isOfCode(proof: string | undefined, { id }: Pick<LinkedDraft, 'id'>): boolean {
    return this.versionIn(proof, id) === byCode;
  }

  /** Whether the browser may see what is saved, and write over it. */
  allows(proof: string | undefined, { id, version }: Pick<LinkedDraft, 'id' | 'version'>): boolean {
    const proven = this.versionIn(proof, id);
    return version === 0 || proven === byCode || proven === version;
  }

  private of(id: string, version: number): string {
    const claims = Buffer.alloc(8);
    claims.writeUInt32BE(version);
    claims.writeUInt32BE(Math.floor((this.clock.now().getTime() + proofLifeMs) / 1_000), 4);
    return this.tokens.of(Buffer.concat([uuidBytes(id), claims]));
  }

  /** Of a genuine, unexpired proof of this draft. */
  private versionIn(proof: string | undefined, id: string): number | undefined {
    const claims = proof === undefined ? undefined : this.tokens.read(proof);
    if (!claims?.subarray(0, idLength).equals(uuidBytes(id))) return undefined;
    const isCurrent = claims.readUInt32BE(idLength + 4) * 1_000 > this.clock.now().getTime();
    return isCurrent ? claims.readUInt32BE(idLength) : undefined;
  }
}
