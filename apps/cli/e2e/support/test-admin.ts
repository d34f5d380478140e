import { createHmac, randomBytes, randomUUID } from 'node:crypto';

export const password = 'a long password of the tests';

/** An account admin, who has an authenticator app once the organization requires one. */
export class TestAdmin {
  readonly userId = `user_${randomUUID()}`;
  readonly orgId = `org_${randomUUID()}`;
  readonly connectionId = `con_${randomUUID()}`;
  readonly secret = randomBytes(20);
  private usedStep = 0;

  constructor(readonly email = `user_${randomUUID()}@example.com`) {}

  /** An unused code of the app (RFC 6238). Clocks may differ by one step. */
  code(): string {
    const now = Math.floor(Date.now() / 30_000);
    this.usedStep = Math.max(now - 1, this.usedStep + 1);
    if (this.usedStep > now + 1) throw new Error('the app has shown all the codes of this minute');
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.usedStep));
    const mac = createHmac('sha1', this.secret).update(counter).digest();
    const offset = mac.readUInt8(mac.length - 1) & 0x0f;
    return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
  }
}
