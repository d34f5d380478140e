import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const stepSeconds = 30;
/** A service takes the code of the step before until this one ends: near its end, that may be too late. */
const nearEndSeconds = 5;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). A text is base32. */
export function codeAt(secret: string | Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', typeof secret === 'string' ? fromBase32(secret) : secret)
    .update(counter)
    .digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** An authenticator app that returns each code once. */
export class AuthenticatorApp {
  private lastStep = 0;

  constructor(private readonly secret: string | Uint8Array) {}

  /** The next valid code: clocks may differ by a step. If it is used up, waits up to half a minute. */
  async nextCode(): Promise<string> {
    const now = Date.now() / 1_000;
    const isNearEnd = now % stepSeconds > stepSeconds - nearEndSeconds;
    const first = Math.floor(now / stepSeconds) - (isNearEnd ? 0 : 1);
    const step = Math.max(first, this.lastStep + 1);
    this.lastStep = step;
    // eslint-disable-next-line no-restricted-syntax -- the code is valid from a time on
    await delay(Math.max(0, ((step - 1) * stepSeconds - now) * 1_000));
    return codeAt(this.secret, step);
  }
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
