import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';

const purpose = 'second-factor-reset';
const idLength = 16;

/** The path of the link with which the owner of an account cancels a reset. Only the mail to the owner contains it. */
export function resetPath(token: string): string {
  return `/second-factor-resets/${token}`;
}

/** The id of the reset, and a proof that we have made the link. */
export function resetToken(keyring: Keyring, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, keyring.mac(purpose, bytes)]).toString('base64url');
}

/** The id of the reset, as a UUID; undefined when we have not made the token. */
export function resetIdIn(keyring: Keyring, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const [id, received] = [bytes.subarray(0, idLength), bytes.subarray(idLength)];
  const isOurs = keyring
    .macs(purpose, id)
    .some((mac) => mac.length === received.length && timingSafeEqual(mac, received));
  return isOurs
    ? id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined;
}
