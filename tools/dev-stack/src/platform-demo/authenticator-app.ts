import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const stepSeconds = 30;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). `secret` is base32. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** An authenticator app that returns each code once. */
export class AuthenticatorApp {
  private lastStep = 0;

  constructor(private readonly secret: string) {}

  /** The next valid code: clocks may differ by a step. If it is used up, waits up to half a minute. */
  async nextCode(): Promise<string> {
    const now = Date.now() / 1_000;
    const step = Math.max(Math.floor(now / stepSeconds) - 1, this.lastStep + 1);
    this.lastStep = step;
    await delay(Math.max(0, ((step - 1) * stepSeconds - now) * 1_000));
    return codeAt(this.secret, step);
  }
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
