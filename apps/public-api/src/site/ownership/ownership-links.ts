import { KeyedToken, Keyring, uuidBytes, uuidOf } from '@governance/keyring';
import { Injectable } from '@nestjs/common';

const idLength = 16;

export const confirmationMs = 10 * 60_000;

/** What a link confirms: this certificate, proven at this time. It names no address. */
export interface Confirmation {
  readonly resultId: string;
  readonly provenAt: Date;
}

/** The links by which a person beside the holder sees that a certificate is theirs. Nothing about them is stored. */
@Injectable()
export class OwnershipLinks {
  private readonly tokens: KeyedToken;

  constructor(keyring: Keyring) {
    this.tokens = new KeyedToken(keyring, { purpose: 'ownership-confirmation', length: idLength + 4 });
  }

  /** The time is kept in whole seconds. */
  of({ resultId, provenAt }: Confirmation): string {
    const seconds = Buffer.alloc(4);
    seconds.writeUInt32BE(Math.floor(provenAt.getTime() / 1_000));
    return this.tokens.of(Buffer.concat([uuidBytes(resultId), seconds]));
  }

  /** What a genuine link confirms, expired or not; undefined for any other text. */
  read(link: string): Confirmation | undefined {
    const claims = this.tokens.read(link);
    return (
      claims && {
        resultId: uuidOf(claims.subarray(0, idLength)),
        provenAt: new Date(claims.readUInt32BE(idLength) * 1_000),
      }
    );
  }
}
