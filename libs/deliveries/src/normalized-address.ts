/**
 * One spelling for the spellings of one mailbox: lower case, without the tag behind a `+`. A mail server may tell case
 * apart; hardly any does, and budgets that did would be no budgets.
 */
export function normalizedAddress(address: string): string {
  const lowerCase = address.toLowerCase();
  const domain = domainOf(lowerCase);
  const local = lowerCase.slice(0, -domain.length - 1);
  const [untagged = ''] = local.split('+', 1);
  return `${untagged === '' ? local : untagged}@${domain}`;
}

/** What stands behind the last `@`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
