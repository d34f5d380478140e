import { asUuid } from '@governance/kernel';

const compactJws = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/**
 * The certificate id in what a person pastes or follows: the id itself, the printed address, the address of the page, or the
 * certificate code (a compact JWS). PDF viewers and mail programs damage copies: other characters around the id, line breaks, and
 * lost or replaced hyphens are repaired. Undefined for any other text. The signature is not checked: the page shows our record.
 */
export function certificateIdIn(text: string): string | undefined {
  const entry = text.trim();
  const payload = compactJws.exec(entry)?.[1];
  const searched = payload === undefined ? entry : credentialIdOf(payload);
  const repaired = searched
    .normalize('NFKC')
    .replace(/\p{Dash}/gu, '-')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return idAmong(repaired) ?? idAmong(repaired.replace(/\s/g, ''));
}

function idAmong(text: string): string | undefined {
  const words = text.split(/[^0-9a-z-]+/i);
  return words.map(withHyphens).find((id) => id !== undefined);
}

/** Hyphens at the ends of lines are lost when an address is copied. */
function withHyphens(word: string): string | undefined {
  const digits = word.replaceAll('-', '');
  return digits.length === 32
    ? asUuid(digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
    : undefined;
}

function credentialIdOf(payload: string): string {
  try {
    const { id } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
