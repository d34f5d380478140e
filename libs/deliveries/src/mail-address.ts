import { toHalfWidth } from './half-width';
import { domainToASCII, domainToUnicode } from 'node:url';

/** The longest spelling of an address of 254 octets; longer texts are not examined. */
const longestSpelling = 320;

/** RFC 5321, 4.5.3.1, less the angle brackets of a path. */
const longestAddress = 254;
const longestLocalPart = 64;
const longestDomain = 253;

/** RFC 5322 `dot-atom`. A quoted local part would be a second spelling of a plain one. */
const dotAtom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Characters that `domainToASCII`, a URL parser, cuts off, decodes or drops instead of refusing. */
const unmappable = /[\p{Cc}\s%/?#\\:[\]@]/u;

const hostLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Never a number, so that no domain is an IP address. */
const topLevelLabel = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * The one form in which an address is stored, compared and mailed: the local part in ASCII with its case, by width mapping and
 * NFC, the domain in A-labels as mapped by IDNA. Undefined when the text is not one plain, deliverable address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (text.length > longestSpelling || !text.isWellFormed()) return undefined;
  const typed = toHalfWidth(text);
  const at = typed.lastIndexOf('@');
  if (at < 0) return undefined;
  const local = typed.slice(0, at).normalize('NFC');
  if (local.length > longestLocalPart || !dotAtom.test(local)) return undefined;
  const domain = canonicalDomain(typed.slice(at + 1));
  if (domain === undefined) return undefined;
  const address = `${local}@${domain}`;
  return address.length <= longestAddress ? address : undefined;
}

/**
 * The address as compared by sign-in and membership: canonical, without ASCII case, with its tag. A text without a canonical
 * form, which only rows of earlier versions contain, is compared as it is.
 */
export function signInKey(address: string): string {
  return withoutAsciiCase(canonicalAddress(address) ?? address);
}

/**
 * The address as compared by budgets, blocks and erasure: canonical, without ASCII case and `+` tag. Few mail servers deliver
 * tags to different mailboxes, and a budget that distinguished tags could be bypassed.
 */
export function recipientKey(address: string): string {
  const key = signInKey(address);
  const domain = domainOf(key);
  const local = key.slice(0, -domain.length - 1);
  const [untagged = ''] = local.split('+', 1);
  return `${untagged === '' ? local : untagged}@${domain}`;
}

/** The part after the last `@`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * The one form of a domain: A-labels as mapped by IDNA, without the last dot. Undefined for a text that is not a host name of
 * the public DNS, even if a URL parser accepts it.
 */
export function canonicalDomain(text: string): string | undefined {
  if (unmappable.test(text)) return undefined;
  const mapped = domainToASCII(text);
  const ascii = mapped.endsWith('.') ? mapped.slice(0, -1) : mapped;
  const labels = ascii.split('.');
  const isHost =
    ascii.length <= longestDomain && labels.length > 1 && labels.every((label) => hostLabel.test(label));
  if (!isHost || !topLevelLabel.test(labels.at(-1) ?? '')) return undefined;
  return isMappedWhole(ascii) ? ascii : undefined;
}

/**
 * `domainToASCII` accepts A-labels that IDNA never produces, such as that of `sample` with a long s. Other software decodes
 * them to `sample`, so they would be a second spelling.
 */
function isMappedWhole(ascii: string): boolean {
  const unicode = domainToUnicode(ascii);
  return !/(?:^|\.)xn--/.test(unicode) && domainToASCII(unicode) === ascii;
}

/** Not `toLowerCase`, which maps the Kelvin sign to `k`. */
function withoutAsciiCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
