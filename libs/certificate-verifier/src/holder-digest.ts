export const holderDigestMethod = 'HMAC-SHA-256';

/**
 * The texts of which a proof of the holder of this address may hold the digest, whatever its spelling: the canonical
 * address without ASCII case. Proofs that were signed before domains were mapped by IDNA hold the digest of the spelling that
 * the certificate was mailed to, in lower case. Certificates that were issued depend on both: neither ever changes.
 */
export function acceptedDigestTexts(
  spelling: string,
  domainToASCII: (domain: string) => string,
): readonly string[] {
  const text = spelling.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1)).replace(/\.$/, '');
  const canonical = `${text.slice(0, at)}@${domain}`.replaceAll(/[A-Z]+/g, (letters) =>
    letters.toLowerCase(),
  );
  return [canonical, text.toLowerCase()];
}
