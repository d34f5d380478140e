import { asUuid } from '@governance/kernel';

const compactJws = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/**
 * The certificate id in what a person pastes: the id itself, the printed address, the address of the page, or the certificate
 * code (a compact JWS). Undefined for any other text. The signature is not checked: the page shows our record of that id.
 */
export function certificateIdIn(text: string): string | undefined {
  const entry = text.trim();
  const payload = compactJws.exec(entry)?.[1];
  const searched = payload === undefined ? entry : credentialIdOf(payload);
  const words = searched.split(/[^0-9a-z-]+/i);
  return words.map(asUuid).find((id) => id !== undefined);
}

function credentialIdOf(payload: string): string {
  try {
    const { id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
