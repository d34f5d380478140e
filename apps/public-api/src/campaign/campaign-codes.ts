import { Keyring } from '@governance/keyring';
import { Injectable } from '@nestjs/common';

/** How long a code can be typed. */
export const codeLifeMs = 15 * 60_000;

const digits = 6;

/**
 * The codes that a campaign mails to its contact. A code is a keyed hash of its delivery, so that the worker that writes the mail reads
 * nothing of the draft, and the code is stored nowhere. A code that crosses a key rotation is not accepted: another one is.
 */
@Injectable()
export class CampaignCodes {
  constructor(private readonly keyring: Keyring) {}

  /** Six digits. */
  of(deliveryId: string): string {
    const mac = this.keyring.mac('campaign-code', deliveryId);
    return String(mac.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');
  }
}
