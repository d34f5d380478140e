const uuid = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/i;
const compactJws = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/**
 * The certificate id in what a person pastes: the id itself, the printed address, the address of the page, or the certificate
 * code (a compact JWS). Undefined for any other text. The signature is not checked: the page shows our record of that id.
 */
export function certificateIdIn(text: string): string | undefined {
  const entry = text.trim();
  const payload = compactJws.exec(entry)?.[1];
  const searched = payload === undefined ? entry : credentialIdOf(payload);
  return uuid.exec(searched)?.[0].toLowerCase();
}

function credentialIdOf(payload: string): string {
  try {
    const { id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
