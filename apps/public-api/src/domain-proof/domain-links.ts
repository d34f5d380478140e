import { type DomainProof } from '@governance/assessments';
import { Keyring } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { SiteAddresses } from '../site-addresses';

const purpose = 'domain-proof-link';
const idLength = 16;
const macLength = 20;
const shape = /^[A-Za-z0-9_-]{48}$/;

type Asked = Pick<DomainProof, 'resultId' | 'challenge'>;

/**
 * The links in mails to domains: the id of the result with a keyed hash of its challenge. The holder knows the challenge, but cannot
 * make the link from it. A new challenge ends earlier links.
 */
@Injectable()
export class DomainLinks {
  constructor(
    private readonly keyring: Keyring,
    private readonly addresses: SiteAddresses,
  ) {}

  urlOf(asked: Asked): string {
    const id = bytesOf(asked.resultId);
    const token = Buffer.concat([id, cut(this.keyring.mac(purpose, contentOf(asked)))]).toString('base64url');
    return `${this.addresses.publicBaseUrl}/domain-proofs/${token}`;
  }

  /** The id that a text of the right shape names; the link may still be of another challenge. */
  idOf(token: string): string | undefined {
    if (!shape.test(token)) return undefined;
    const hex = Buffer.from(token, 'base64url').subarray(0, idLength).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  isOf(token: string, asked: Asked): boolean {
    const mac = Buffer.from(token, 'base64url').subarray(idLength);
    if (mac.length !== macLength || this.idOf(token) !== asked.resultId) return false;
    return this.keyring.macs(purpose, contentOf(asked)).some((known) => timingSafeEqual(cut(known), mac));
  }
}

function contentOf({ resultId, challenge }: Asked): Buffer {
  return Buffer.concat([bytesOf(resultId), Buffer.from(challenge)]);
}

function cut(mac: Buffer): Buffer {
  return mac.subarray(0, macLength);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}
