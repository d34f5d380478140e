import { productName } from '@governance/design';
import encodeQR from 'qr';
import { matchingStep } from './totp';

/** What a page shows to set up an authenticator app: a QR code as SVG, and the same key to type. */
export interface AppSetup {
  readonly qr: string;
  readonly key: string;
}

/** `secret` is in base32. */
export function appSetup(secret: string, email: string): AppSetup {
  const label = encodeURIComponent(`${productName}:${email}`);
  const query = new URLSearchParams({
    secret,
    issuer: productName,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  // Apps show a plus sign in the issuer literally, so spaces are encoded as %20.
  const address = `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
  const svg = encodeQR(address, 'svg', { ecc: 'medium', border: 2 });
  const qr = svg.replace('<svg ', '<svg role="img" aria-label="QR code with the key below" ');
  return { qr, key: (secret.match(/.{1,4}/g) ?? []).join(' ') };
}

/** The time step of the code with which the user confirms the app; undefined when it is wrong. */
export function confirmedStep(secret: Uint8Array, code: unknown, now: Date): number | undefined {
  return matchingStep(secret, digitsOf(code), now);
}

/** Without the spaces and dashes with which apps and users group digits; an input method may write all of them in full width. */
export function digitsOf(value: unknown): string {
  return (typeof value === 'string' ? value.slice(0, 256) : '')
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '');
}
