import { type DomainProof } from '@governance/assessments';
import { KeyedToken, Keyring, uuidBytes, uuidOf } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { SiteAddresses } from '../site-addresses';

type Asked = Pick<DomainProof, 'resultId' | 'challenge'>;

/**
 * The links in mails to domains: the id of the result with a keyed hash of its challenge. The holder knows the challenge, but cannot
 * make the link from it. A new challenge ends earlier links.
 */
@Injectable()
export class DomainLinks {
  private readonly tokens: KeyedToken;

  constructor(
    keyring: Keyring,
    private readonly addresses: SiteAddresses,
  ) {
    this.tokens = new KeyedToken(keyring, { purpose: 'domain-proof-link', length: 16 });
  }

  urlOf({ resultId, challenge }: Asked): string {
    const token = this.tokens.of(uuidBytes(resultId), Buffer.from(challenge));
    return `${this.addresses.publicBaseUrl}/domain-proofs/${token}`;
  }

  /** The id that a text of the right shape names; the link may still be of another challenge. */
  idOf(token: string): string | undefined {
    const id = this.tokens.contentOf(token);
    return id && uuidOf(id);
  }

  isOf(token: string, { resultId, challenge }: Asked): boolean {
    const id = this.tokens.read(token, Buffer.from(challenge));
    return id !== undefined && uuidOf(id) === resultId;
  }
}
