export const holderDigestMethod = 'HMAC-SHA-256';

/**
 * The texts whose digest a proof for this address may contain. Current proofs use the canonical address without ASCII case.
 * Proofs signed before domains were mapped by IDNA use the spelling that the certificate was mailed to, in lower case.
 * Issued certificates depend on both: never change either.
 */
export function acceptedDigestTexts(
  spelling: string,
  domainToASCII: (domain: string) => string,
): readonly string[] {
  const text = spelling.trim().normalize('NFC');
  // Input methods write ASCII characters in full width.
  const plain = text.replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'));
  const at = plain.lastIndexOf('@');
  const domain = domainToASCII(plain.slice(at + 1)).replace(/\.$/, '');
  const canonical = `${plain.slice(0, at)}@${domain}`.replaceAll(/[A-Z]+/g, (letters) =>
    letters.toLowerCase(),
  );
  return [canonical, text.toLowerCase()];
}
