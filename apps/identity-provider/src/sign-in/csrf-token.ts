import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';
import { PageProblem } from '../pages/page-problem';
import { notFromUs } from '../pages/problem-page';

const purpose = 'sign-in-form';

/** The token in the forms of one sign-in. Only a browser that has loaded its pages knows it. */
export function csrfToken(keyring: Keyring, uid: string): string {
  return keyring.mac(purpose, uid).toString('base64url');
}

export function isCsrfToken(keyring: Keyring, uid: string, token: unknown): boolean {
  if (typeof token !== 'string') return false;
  const received = Buffer.from(token, 'base64url');
  return keyring
    .macs(purpose, uid)
    .some((mac) => mac.length === received.length && timingSafeEqual(mac, received));
}

/** @throws a PageProblem for a form that does not come from our page. */
export function requireOwnForm(keyring: Keyring, uid: string, form: Readonly<Record<string, unknown>>): void {
  if (!isCsrfToken(keyring, uid, form.csrf)) throw new PageProblem(notFromUs);
}
