import { Keyring } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';

const purpose = 'ownership-confirmation';
const idLength = 16;
const claimsLength = idLength + 4;
/** 160 bits: claims and hash together are 54 characters, the last of which is canonical. */
const macLength = 20;
const shape = /^[A-Za-z0-9_-]{54}$/;

export const confirmationMs = 10 * 60_000;

/** What a link confirms: this certificate, proven at this time. It names no address. */
export interface Confirmation {
  readonly resultId: string;
  readonly provenAt: Date;
}

/** The links by which a person beside the holder sees that a certificate is theirs. Nothing about them is stored. */
@Injectable()
export class OwnershipLinks {
  constructor(private readonly keyring: Keyring) {}

  /** The time is kept in whole seconds. */
  of({ resultId, provenAt }: Confirmation): string {
    const claims = Buffer.alloc(claimsLength);
    claims.write(resultId.replaceAll('-', ''), 'hex');
    claims.writeUInt32BE(Math.floor(provenAt.getTime() / 1_000), idLength);
    return Buffer.concat([claims, cut(this.keyring.mac(purpose, claims))]).toString('base64url');
  }

  /** What a link made with any of our keys confirms, expired or not; undefined for any other text. */
  read(link: string): Confirmation | undefined {
    if (!shape.test(link)) return undefined;
    const bytes = Buffer.from(link, 'base64url');
    const [claims, mac] = [bytes.subarray(0, claimsLength), bytes.subarray(claimsLength)];
    const ours =
      bytes.toString('base64url') === link &&
      this.keyring.macs(purpose, claims).some((known) => timingSafeEqual(cut(known), mac));
    if (!ours) return undefined;
    const hex = claims.toString('hex', 0, idLength);
    return {
      resultId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      provenAt: new Date(claims.readUInt32BE(idLength) * 1_000),
    };
  }
}

function cut(mac: Buffer): Buffer {
  return mac.subarray(0, macLength);
}
