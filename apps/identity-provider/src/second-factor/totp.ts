import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, 6 digits, 30 seconds. */
const digits = 6;
const stepSeconds = 30;
/** The number of steps by which a clock may be early or late. */
const drift = 1;

export const totpSecretLength = 20;

export function newTotpSecret(): Buffer {
  return randomBytes(totpSecretLength);
}

/** The code of a time step (RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/** The time step around `now` that has this code; undefined when none has. Takes equally long for a wrong code. */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const received = Buffer.from(code);
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => totpStep(now) - drift + index);
  const matching = steps.filter((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  return matching.at(-1);
}
