import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type DevicePollsStore } from './device-polls.store';

/**
 * RFC 8628, 3.5: answers `slow_down` instead of `authorization_pending` to a device that polls too soon. The library does
 * not limit polling, so its response is replaced here.
 */
export async function slowDown(
  { oidc, body, response }: KoaContextWithOIDC,
  polls: DevicePollsStore,
): Promise<void> {
  const { device_code: deviceCode } = oidc.params ?? {};
  const isPending = (body as { readonly error?: unknown } | undefined)?.error === 'authorization_pending';
  if (!isPending || typeof deviceCode !== 'string' || !(await polls.note(deviceCode))) return;
  const { error, error_description } = new errors.SlowDown();
  response.body = { error, error_description };
}
